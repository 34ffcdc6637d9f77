import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { binaryArray } from '../../postgres/binary-array.ts';
import { runStatement, type Statement } from '../../postgres/statement.ts';

/** One process life of a gateway, as far as the ledger knows it. */
export interface Run {
  id: string;
  appliedSeq: bigint;
  /** Number of its last close; null until it was finished. */
  lastSeq: bigint | null;
  /** Everything it held is released: it was finished and booked, or reclaimed. */
  isReleased: boolean;
  isReclaimed: boolean;
}

const runColumns = `id, applied_seq as "appliedSeq", last_seq as "lastSeq",
  finished_at is not null as "isReleased", reclaimed as "isReclaimed"`;

/** Makes rows for runs that are not known yet. */
export async function makeRuns(database: Knex, ids: readonly string[]): Promise<void> {
  await rowsOf(
    database,
    `insert into run (id) select id from unnest(?::uuid[]) as made (id) order by id on conflict (id) do nothing`,
    [ids],
  );
}

/** Makes rows for runs that were forgotten: of one that lives there is a row. They hold nothing, and nothing is awaited of them. */
export async function makeEndedRuns(database: Knex, ids: readonly string[]): Promise<void> {
  await rowsOf(
    database,
    `insert into run (id, finished_at) select id, now() from unnest(?::uuid[]) as made (id) order by id
     on conflict (id) do nothing`,
    [ids],
  );
}

/**
 * Keeps a run from being finished or reclaimed until the transaction ends, and makes it when it is not known.
 * `key share` does not wait for heartbeats and settling, which lock the row with `no key update`.
 */
export async function shareRun(transaction: Knex, id: string): Promise<Run> {
  const statement = `select ${runColumns} from run where id = ? for key share`;
  const [known] = await rowsOf<Run>(transaction, statement, [id]);
  if (known) return known;
  await makeRuns(transaction, [id]);
  const [made] = await rowsOf<Run>(transaction, statement, [id]);
  if (!made) throw new Error('a run that was just made is missing');
  return made;
}

/** Locks one run against everything else: draws, settling, heartbeats. */
export async function lockRunWhole(transaction: Knex, id: string): Promise<Run | undefined> {
  const [run] = await rowsOf<Run>(transaction, `select ${runColumns} from run where id = ? for update`, [id]);
  return run;
}

const lock: Statement = {
  name: 'lock-runs',
  text: `select ${runColumns} from run where id = any ($1::uuid[]) order by id for no key update`,
};

/** Locks the runs of a batch for settling, after making those that are not known. */
export async function lockRuns(transaction: Knex, ids: ReadonlySet<string>): Promise<Map<string, Run>> {
  const wanted = binaryArray('uuid', [...ids]);
  const known = await runStatement<Run>(transaction, lock, [wanted]);
  if (known.rows.length === ids.size) return byId(known.rows);
  await makeRuns(transaction, [...ids]);
  return byId((await runStatement<Run>(transaction, lock, [wanted])).rows);
}

function byId(runs: readonly Run[]): Map<string, Run> {
  return new Map(runs.map((run) => [run.id, run]));
}

const advance: Statement = {
  name: 'advance-runs',
  text: `
    update run set applied_seq = advanced.seq
    from unnest($1::uuid[], $2::bigint[]) as advanced (id, seq) where run.id = advanced.id`,
};

/** Notes how far the closes of runs are booked. The runs must be locked. */
export async function advanceRuns(transaction: Knex, applied: ReadonlyMap<string, bigint>): Promise<void> {
  if (applied.size === 0) return;
  await runStatement(transaction, advance, [
    binaryArray('uuid', [...applied.keys()]),
    binaryArray('bigint', [...applied.values()]),
  ]);
}

/** Runs that were heard of within `toleranceMs`, and therefore may draw; at least the one that asks. */
export async function countLiveRuns(database: Knex, toleranceMs: number): Promise<bigint> {
  const [row] = await rowsOf<{ count: bigint }>(
    database,
    `select greatest(count(*), 1) as count from run
     where finished_at is null and seen_at > now() - make_interval(secs => ?::float8)`,
    [toleranceMs / 1_000],
  );
  return row?.count ?? 1n;
}
