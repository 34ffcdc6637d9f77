import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect } from 'vitest';
import type { RealtimeClient } from './realtime-client.ts';
import type { World } from './world.ts';

/** What the books say of the responses of a realtime session, oldest first, once this many are there. */
export async function bookedResponses(
  world: Pick<World, 'sql'>,
  { requestId }: RealtimeClient,
  count: number,
): Promise<Record<string, unknown>[]> {
  const rows = await waitFor(async () => {
    const found = await world.sql(
      `select usage.*, entry.kind, entry.amount from ledger.entry join ledger.usage using (id)
       where ref = $1 order by usage.started_at, usage.id`,
      [requestId],
    );
    return found.length >= count ? found : undefined;
  }, 'the responses are booked');
  expect(rows).toHaveLength(count);
  return rows;
}
