import { billingStream } from '@headgate/proto/subjects';
import { readCursor } from '../book/cursor.ts';
import type { SettleContext } from './context.ts';

/**
 * Shows how many messages of the billing stream are not booked yet. It looks for itself, beside the settling: what is stuck
 * does not say that it is.
 */
export async function measureLag({
  knex,
  manager,
  metrics,
}: Pick<SettleContext, 'knex' | 'manager' | 'metrics'>): Promise<void> {
  const cursor = await readCursor(knex, billingStream.name);
  const { created, state } = await manager.streams.info(billingStream.name);
  const isOfStream = cursor?.streamCreated === created;
  const bookedSeq = isOfStream ? Number(cursor.lastSeq) : Math.max(state.first_seq, 1) - 1;
  metrics.lag.set(Math.max(state.last_seq - bookedSeq, 0));
}
