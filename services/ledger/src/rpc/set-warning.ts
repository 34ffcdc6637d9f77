import type { SetWarningRequest, SetWarningResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { setWarning } from '../book/purses/set-warning.ts';
import { checkAtLeast, checkPurse, refuseUnknownPurses } from './check.ts';
import type { RpcContext } from './context.ts';

/** Sets below what balance a purse gives notice, and tells whoever sends notices on of one that is due. */
export async function answerSetWarning(
  { knex, announce, metrics }: RpcContext,
  { purse, belowUnits }: SetWarningRequest,
): Promise<SetWarningResponse> {
  const id = checkPurse(purse, 'purse');
  const below = belowUnits === undefined ? null : checkAtLeast(belowUnits, 1n, 'below_units');
  const notices = await setWarning(knex, id, below);
  if (!notices) return refuseUnknownPurses([id]);
  metrics.notices.inc(notices.length);
  announce.noticesGiven(notices);
  return {};
}
