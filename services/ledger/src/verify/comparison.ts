import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** One kind of record that is compared with the entries. */
export interface Comparison {
  name: string;
  /** A query whose one number is how many records there are. */
  count: string;
  /** A query whose rows are contradictions: `id` and `problem`, both text. */
  find: string;
}

export interface Contradiction {
  id: string;
  problem: string;
}

export interface Compared {
  name: string;
  compared: bigint;
  contradictions: bigint;
  /** The first of the contradictions. */
  examples: Contradiction[];
}

const maxExamples = 20;

export async function compare(transaction: Knex, { name, count, find }: Comparison): Promise<Compared> {
  const [counted] = await rowsOf<{ compared: bigint }>(transaction, `select (${count}) as compared`, []);
  const found = await rowsOf<Contradiction & { total: bigint }>(
    transaction,
    `select id, problem, count(*) over () as total from (${find}) as found order by id, problem limit ${maxExamples}`,
    [],
  );
  return {
    name,
    compared: counted?.compared ?? 0n,
    contradictions: found[0]?.total ?? 0n,
    examples: found.map(({ id, problem }) => ({ id, problem })),
  };
}
