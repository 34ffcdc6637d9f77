import { randomUUID } from 'node:crypto';
import {
  type ChangeGrantRequest,
  type ChangeGrantResponse,
  ChangeGrantResponse_Outcome as Outcome,
  type GrantChange as WireChange,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { changeGrant, type GrantChange } from '../book/purses/change-grant.ts';
import { checkId, checkPurse, checkText, refuse, refuseUnknownPurses } from './check.ts';
import type { RpcContext } from './context.ts';

/** What is answered of a change. */
export const outcomes = {
  changed: Outcome.CHANGED,
  booked: Outcome.CHANGED,
  known: Outcome.CHANGED,
  unlimited: Outcome.UNLIMITED,
  exceeds: Outcome.EXCEEDS,
  'other-content': Outcome.OTHER_CONTENT,
};

/** Changes what a purse is granted, and tells the gateways what that changed for them. */
export async function answerChangeGrant(
  { knex, announce, metrics }: RpcContext,
  request: ChangeGrantRequest,
): Promise<ChangeGrantResponse> {
  const change = checkChange(request);
  const purse = checkPurse(request.purse, 'purse');
  const { units } = change;
  const outcome = await changeGrant(knex, { purse, ...change });
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

/** A change as it is booked; `at` is where it stands in the request. */
export function checkChange({ id, source, units }: WireChange, at = ''): Omit<GrantChange, 'purse'> {
  if (source === '') refuse(`${at}source`, 'The grant has no source.');
  if (units === 0n) refuse(`${at}units`, 'No units change nothing.');
  return { id: checkId(id, `${at}id`), source: checkText(source, `${at}source`), units };
}
