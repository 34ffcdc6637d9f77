import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { endHold } from '../book/end-hold.ts';
import { isUuid } from '../consume/read-closes.ts';
import { actOn, appendAct, type Refusal } from './acts.ts';
import type { ParkedEvent } from './find-parked.ts';

/**
 * Gives an event up: it will not be booked, even if it comes again. What a task holds that it would have ended is given back,
 * and who sent it hears that it has ended.
 */
export function dropParked(
  knex: Knex,
  seq: bigint,
  { actor, reason }: { actor: string; reason: string },
): Promise<Refusal | undefined> {
  return actOn(knex, seq, async (transaction, event) => {
    await appendAct(transaction, seq, { kind: 'dropped', actor, reason, outcome: '', content: null });
    await endHoldOf(transaction, event);
    return undefined;
  });
}

async function endHoldOf(transaction: Knex, { id, reason, payload }: ParkedEvent): Promise<void> {
  if (reason === 'undecodable') return;
  const { holdId } = Close.decode(payload);
  if (id !== null && isUuid(holdId)) await endHold(transaction, { id: holdId.toLowerCase(), closedBy: id });
}
