import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Hold } from './hold.ts';

export interface OpenHold extends Pick<Hold, 'id' | 'amount' | 'ref'> {
  path: string[];
  madeAtMs: bigint;
}

/**
 * Holds that have not ended, the oldest first.
 * @param olderThanMs 0 for all of them.
 * @param afterId the last one of the page before, which may have ended since; null for the first page.
 */
export function listHolds(
  database: Knex,
  { olderThanMs, afterId, limit }: { olderThanMs: number; afterId: string | null; limit: number },
): Promise<OpenHold[]> {
  return rowsOf<OpenHold>(
    database,
    `select id, path, amount, ref, (extract(epoch from made_at) * 1000)::bigint as "madeAtMs" from hold
     where state = 'held' and made_at <= now() - make_interval(secs => ?::float8)
       and (?::uuid is null or (made_at, id) > (select made_at, id from hold where id = ?::uuid))
     order by made_at, id limit ?`,
    [olderThanMs / 1_000, afterId, afterId, limit],
  );
}
