import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { endHold } from '../book/holds/end-hold.ts';
import { isUuid } from '../postgres/is-uuid.ts';
import { actOn, appendAct, type Refusal } from './acts.ts';
import type { ParkedEvent } from './find-parked.ts';
import { giveUpUnits } from './give-up-units.ts';

/**
 * Gives an event up: it will not be booked, even if it comes again. What is held that it would have ended is given back: that of a
 * task, and who sent it hears that it has ended, or that of a request.
 */
export function dropParked(
  knex: Knex,
  seq: bigint,
  { actor, reason }: { actor: string; reason: string },
): Promise<Refusal | undefined> {
  return actOn(knex, seq, async (transaction, event) => {
    await giveBack(transaction, event);
    await appendAct(transaction, seq, { kind: 'dropped', actor, reason, outcome: '', content: null });
    return undefined;
  });
}

async function giveBack(transaction: Knex, { seq, id, reason, payload }: ParkedEvent): Promise<void> {
  if (reason === 'undecodable' || id === null) return;
  const close = Close.decode(payload);
  if (isUuid(close.holdId))
    return void (await endHold(transaction, { id: close.holdId.toLowerCase(), closedBy: id }));
  // What its id stands for otherwise is another close's to say.
  if (reason !== 'invalid' && reason !== 'other_content') await giveUpUnits(transaction, seq, close);
}
