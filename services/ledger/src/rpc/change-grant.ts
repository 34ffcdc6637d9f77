import { randomUUID } from 'node:crypto';
import {
  type ChangeGrantRequest,
  type ChangeGrantResponse,
  ChangeGrantResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { changeGrant } from '../book/change-grant.ts';
import { checkId, checkPurse, checkText, refuse, refuseUnknownPurses } from './check.ts';
import type { RpcContext } from './context.ts';

const outcomes = {
  changed: Outcome.CHANGED,
  unlimited: Outcome.UNLIMITED,
  exceeds: Outcome.EXCEEDS,
  'other-content': Outcome.OTHER_CONTENT,
};

/** Changes what a purse is granted, and tells the gateways what that changed for them. */
export async function answerChangeGrant(
  { knex, announce, metrics }: RpcContext,
  request: ChangeGrantRequest,
): Promise<ChangeGrantResponse> {
  const { units } = request;
  if (request.source === '') refuse('source', 'The grant has no source.');
  if (units === 0n) refuse('units', 'No units change nothing.');
  const purse = checkPurse(request.purse, 'purse');
  const outcome = await changeGrant(knex, {
    id: checkId(request.id, 'id'),
    purse,
    source: checkText(request.source, 'source'),
    units,
  });
  if (outcome.kind === 'unknown-purse') return refuseUnknownPurses([purse]);
  if (outcome.kind === 'changed' && outcome.isNew) {
    metrics.entries.inc({ kind: units > 0n ? 'grant' : 'adjust' });
    metrics.notices.inc(outcome.notices.length);
    announce.noticesGiven(outcome.notices);
    if (units > 0n) announce.quotaChanged([purse]);
    else announce.recalled(randomUUID(), [purse]);
  }
  return {
    outcome: outcomes[outcome.kind],
    purse: 'purse' in outcome ? outcome.purse : undefined,
  };
}
