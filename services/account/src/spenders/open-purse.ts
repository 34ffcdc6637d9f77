import {
  type OpenPurseRequest,
  ChangeGrantResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Context } from '../context.ts';

/** What came of opening a purse. */
export interface OpenedPurse {
  /** What the change beside it added, or took. */
  changedUnits: bigint;
  /** Whether the purse was granted what the change says and nothing else, so that what was reckoned before holds. */
  isAsReckoned: boolean;
}

/** Opens a purse, with a change of what it is granted where the request has one. */
export async function openPurse(
  { ledger }: Pick<Context, 'ledger'>,
  request: OpenPurseRequest,
): Promise<OpenedPurse> {
  const { adjustedUnits, changeOutcome } = await ledger.openPurse(request);
  const askedUnits = request.change?.units ?? 0n;
  const changedUnits = changeOutcome === Outcome.CHANGED ? askedUnits : 0n;
  return { changedUnits, isAsReckoned: adjustedUnits === 0n && changedUnits === askedUnits };
}
