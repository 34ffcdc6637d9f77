import type { Knex } from 'knex';

/** A change of a key or a user of which ledger is told before their row says so. */
export interface ToldAhead {
  changeId: string;
  table: 'keys' | 'users';
  id: bigint;
}

interface ToldAheadRow {
  change_id: string;
  spender: ToldAhead['table'];
  spender_id: bigint;
  told_at: Date;
}

export async function noteToldAhead(knex: Knex, { changeId, table, id }: ToldAhead): Promise<void> {
  await knex('told_ahead').insert({ change_id: changeId, spender: table, spender_id: id });
}

/** The change has come to its end: the row says it, or ledger was told otherwise. */
export async function forgetToldAhead(knex: Knex, changeId: string): Promise<void> {
  await knex('told_ahead').where({ change_id: changeId }).delete();
}

/** Those that have come to no end for so long, the oldest first. */
export async function listToldAhead(
  knex: Knex,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<ToldAhead[]> {
  const rows = await knex<ToldAheadRow>('told_ahead')
    .whereRaw(`told_at <= now() - ? * interval '1 millisecond'`, [olderThanMs])
    .orderBy('told_at')
    .limit(limit);
  return rows.map(({ change_id: changeId, spender: table, spender_id: id }) => ({ changeId, table, id }));
}
