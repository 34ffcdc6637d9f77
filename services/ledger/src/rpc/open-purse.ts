import { randomUUID } from 'node:crypto';
import {
  type OpenPurseRequest,
  type OpenPurseResponse,
  ChangeGrantResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { openPurse } from '../book/purses/open-purse.ts';
import { checkChange, outcomes } from './change-grant.ts';
import { checkAtLeast, checkPurse, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

/** Makes a purse or brings it to what is asked, and tells the gateways what that changed for them. */
export async function answerOpenPurse(
  { knex, announce, metrics }: RpcContext,
  request: OpenPurseRequest,
): Promise<OpenPurseResponse> {
  if (request.source === '' || request.source.includes('\0')) refuse('source', 'The grant has no source.');
  const change = request.change && checkChange(request.change, 'change.');
  // What a source granted in total is said, and what it granted more is not.
  if (change?.source === request.source)
    refuse('change.source', 'The change is of what another source granted.');
  const { purse, adjusted, wasUnlimited, notices, ...done } = await openPurse(knex, {
    id: checkPurse(request.purse, 'purse'),
    unlimited: request.unlimited,
    source: request.source,
    total: checkAtLeast(request.grantedUnits, 0n, 'granted_units'),
    softLimitPercent: checkSoftLimit(request.softLimitPercent),
    change,
  });
  const changed = done.change?.kind === 'booked' ? (change?.units ?? 0n) : 0n;
  if (changed !== 0n) metrics.entries.inc({ kind: changed > 0n ? 'grant' : 'adjust' });
  const added = adjusted + changed;
  if (added > 0n || (purse.unlimited && !wasUnlimited)) announce.quotaChanged([purse.id]);
  if (added < 0n || (wasUnlimited && !purse.unlimited)) announce.recalled(randomUUID(), [purse.id]);
  metrics.notices.inc(notices.length);
  announce.noticesGiven(notices);
  const changeOutcome = done.change ? outcomes[done.change.kind] : Outcome.UNSPECIFIED;
  return { purse, adjustedUnits: adjusted, changeOutcome };
}

function checkSoftLimit(percent: number | undefined): number | undefined {
  if (percent === undefined || (percent >= 1 && percent <= 100)) return percent;
  return refuse('soft_limit_percent', 'soft_limit_percent must be 1 to 100.');
}
