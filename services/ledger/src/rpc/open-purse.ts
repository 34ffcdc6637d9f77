import { randomUUID } from 'node:crypto';
import type { OpenPurseRequest, OpenPurseResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { openPurse } from '../book/open-purse.ts';
import { checkAtLeast, checkPurse, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

/** Makes a purse or brings it to what is asked, and tells the gateways what that changed for them. */
export async function answerOpenPurse(
  { knex, announce, metrics }: RpcContext,
  request: OpenPurseRequest,
): Promise<OpenPurseResponse> {
  if (request.source === '' || request.source.includes('\0')) refuse('source', 'The grant has no source.');
  const { purse, adjusted, wasUnlimited, notices } = await openPurse(knex, {
    id: checkPurse(request.purse, 'purse'),
    unlimited: request.unlimited,
    source: request.source,
    total: checkAtLeast(request.grantedUnits, 0n, 'granted_units'),
    softLimitPercent: checkSoftLimit(request.softLimitPercent),
  });
  if (adjusted > 0n || (purse.unlimited && !wasUnlimited)) announce.quotaChanged([purse.id]);
  if (adjusted < 0n || (wasUnlimited && !purse.unlimited)) announce.recalled(randomUUID(), [purse.id]);
  metrics.notices.inc(notices.length);
  announce.noticesGiven(notices);
  return { purse, adjustedUnits: adjusted };
}

function checkSoftLimit(percent: number | undefined): number | undefined {
  if (percent === undefined || (percent >= 1 && percent <= 100)) return percent;
  return refuse('soft_limit_percent', 'soft_limit_percent must be 1 to 100.');
}
