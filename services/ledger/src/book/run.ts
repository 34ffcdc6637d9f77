import type { Knex } from 'knex';
import { rowsOf } from './rows.ts';

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

/** Locks the runs of a batch for settling, after making those that are not known. */
export async function lockRuns(transaction: Knex, ids: Iterable<string>): Promise<Map<string, Run>> {
  const wanted = [...new Set(ids)];
  const statement = `select ${runColumns} from run where id = any (?::uuid[]) order by id for no key update`;
  const known = await rowsOf<Run>(transaction, statement, [wanted]);
  if (known.length === wanted.length) return byId(known);
  await makeRuns(transaction, wanted);
  return byId(await rowsOf<Run>(transaction, statement, [wanted]));
}

function byId(runs: readonly Run[]): Map<string, Run> {
  return new Map(runs.map((run) => [run.id, run]));
}

/** Notes how far the closes of runs are booked. The runs must be locked. */
export async function advanceRuns(transaction: Knex, applied: ReadonlyMap<string, bigint>): Promise<void> {
  if (applied.size === 0) return;
  await rowsOf(
    transaction,
    `update run set applied_seq = advanced.seq
     from unnest(?::uuid[], ?::bigint[]) as advanced (id, seq) where run.id = advanced.id`,
    [[...applied.keys()], [...applied.values()]],
  );
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
