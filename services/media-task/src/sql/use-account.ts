import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** From now on the vendor is asked about a task with this credential. */
export async function useAccount(knex: Knex, id: string, owner: string, accountId: bigint): Promise<void> {
  await rowsOf(knex, 'update task set account_id = ? where id = ? and lease_owner = ?', [
    accountId,
    id,
    owner,
  ]);
}
