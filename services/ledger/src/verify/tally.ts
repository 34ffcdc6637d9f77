import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** What a replay adds up; `detail` tells apart what one id has several of. */
export type Tallied =
  | { kind: 'granted' | 'used' | 'excused' | 'refunded'; id: string }
  | { kind: 'source'; id: string; detail: string }
  | { kind: 'consumed'; id: string; detail: string };

/** Sums by kind, id and detail: in memory, and beyond a bound in a temporary table. */
export interface Tally {
  add(what: Tallied, amount: bigint): void;
  /** Writes sums down when there are too many to keep. */
  relieve(): Promise<void>;
  /** Writes everything down: `tally (kind, id, detail, amount)` then has each sum, perhaps in parts. */
  finish(): Promise<void>;
}

/** About 30 MB of them. */
const usualSums = 100_000;
const rowsPerInsert = 10_000;

/** The table lives as long as the transaction; at most so many sums are kept in memory. */
export async function createTally(transaction: Knex, mostSums = usualSums): Promise<Tally> {
  await rowsOf(
    transaction,
    `create temporary table tally (kind text, id text collate "C", detail text collate "C", amount numeric)
     on commit drop`,
    [],
  );
  let sums = new Map<string, { what: Tallied; amount: bigint }>();

  async function write(): Promise<void> {
    const all = [...sums.values()];
    sums = new Map();
    for (let start = 0; start < all.length; start += rowsPerInsert) {
      const some = all.slice(start, start + rowsPerInsert);
      await rowsOf(
        transaction,
        `insert into tally select * from unnest(?::text[], ?::text[], ?::text[], ?::numeric[])`,
        [
          some.map(({ what }) => what.kind),
          some.map(({ what }) => what.id),
          some.map(({ what }) => detailOf(what)),
          some.map(({ amount }) => amount),
        ],
      );
    }
  }

  return {
    add(what, amount) {
      // No text of the database holds a zero character.
      const key = `${what.kind}\0${what.id}\0${detailOf(what)}`;
      const known = sums.get(key);
      if (known) known.amount += amount;
      else sums.set(key, { what, amount });
    },
    async relieve() {
      if (sums.size > mostSums) await write();
    },
    async finish() {
      await write();
      await rowsOf(transaction, 'create index on tally (kind, id)', []);
      await rowsOf(transaction, 'analyze tally', []);
    },
  };
}

function detailOf(what: Tallied): string {
  return 'detail' in what ? what.detail : '';
}
