/** The books are verified without being asked, by one replica at a time, and the verdict is there for whoever reads metrics. */
import { createLog, type Log } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPurses } from '../testing/book.ts';
import { quietLog } from '../testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { giveVerdict } from './give-verdict.ts';
import { showVerdict } from './show-verdict.ts';
import { type VerifyContext, verifyForever, verifyIfDue } from './verify-forever.ts';

let database: LedgerDatabase;
const dayMs = 24 * 60 * 60_000;
const blocking: (() => Promise<void>)[] = [];

beforeEach(async () => {
  database = await makeLedgerDatabase();
  await openPurses(database.knex, { 'user:a': 100n, 'key:a': null });
});
afterEach(async () => {
  for (const release of blocking.splice(0)) await release();
  await database.drop();
});

const replica = (of: Partial<VerifyContext> = {}): VerifyContext => ({
  knex: database.knex,
  log: quietLog,
  signal: new AbortController().signal,
  isLeading: () => true,
  verifyEveryMs: dayMs,
  ...of,
});

const verdicts = () =>
  rowsOf<{ no: bigint; entries: bigint; contradictions: bigint; isWhole: boolean }>(
    database.knex,
    `select verdict_no as no, entries, contradictions, began_at <= ended_at and ended_at <= clock_timestamp() as "isWhole"
     from verdict order by verdict_no`,
    [],
  );

const tamper = () => rowsOf(database.knex, `update purse set granted = 107 where id = 'user:a'`, []);
const age = (days: number) =>
  rowsOf(database.knex, `update verdict set ended_at = ended_at - ? * interval '1 day'`, [days]);

/** Runs a statement as who signed in, who sees all sessions. */
const asOwner = <Row>(sql: string, bindings: readonly (string | number)[]): Promise<Row[]> =>
  database.knex.transaction(async (transaction) => {
    await rowsOf(transaction, 'set local role none', []);
    return rowsOf<Row>(transaction, sql, bindings);
  });

const lookingAt = (pattern: string): Promise<{ pid: number }[]> =>
  asOwner(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and state = 'active' and query like ?`,
    [pattern],
  );

/** Stands in the way of the second of two statements of a run, until it is released. */
async function standInTheWay(): Promise<() => Promise<void>> {
  const blocker = await database.connect().transaction();
  await rowsOf(blocker, 'lock table grant_source in access exclusive mode', []);
  let isReleased = false;
  const release = async () => {
    if (isReleased) return;
    isReleased = true;
    await blocker.rollback();
  };
  blocking.push(release);
  return release;
}

/** A log that keeps what was said at error. */
function listen(): { log: Log; errors: unknown[] } {
  const errors: unknown[] = [];
  const log = createLog('ledger', 'silent');
  log.error = ((...said: unknown[]) => void errors.push(said)) as Log['error'];
  return { log, errors };
}

test('a verdict is given once in a day, and says what was looked at', async () => {
  expect(await verifyIfDue(replica())).toMatchObject({ entries: 1n });
  expect(await verdicts()).toEqual([{ no: 1n, entries: 1n, contradictions: 0n, isWhole: true }]);
  expect(await verifyIfDue(replica()), 'it is young').toBeUndefined();
  await age(1);
  expect(await verifyIfDue(replica())).toMatchObject({ entries: 1n });
  await age(-7);
  expect(await verifyIfDue(replica()), 'it is of the future').toMatchObject({ entries: 1n });
});

test('who does not lead verifies nothing', async () => {
  expect(await verifyIfDue(replica({ isLeading: () => false }))).toBeUndefined();
  expect(await verdicts()).toEqual([]);
});

test('two replicas at once give one verdict', async () => {
  const release = await standInTheWay();
  const first = verifyIfDue(replica());
  await waitFor(async () => (await lookingAt('%grant_source%')).length === 1, 'the first is at it');
  const second = replica({ knex: database.connect() });
  expect(await verifyIfDue(second), 'the second does not wait for it').toBeUndefined();
  await release();
  expect(await first).toMatchObject({ entries: 1n });
  expect(await verifyIfDue(second), 'it sees the verdict of the first').toBeUndefined();
  expect(await verdicts()).toHaveLength(1);
});

test('two replicas that begin in the same moment give one verdict', async () => {
  const replicas = Array.from({ length: 6 }, () => replica({ knex: database.connect() }));
  await Promise.all(replicas.map(verifyIfDue));
  expect(await verdicts()).toHaveLength(1);
});

test('what contradicts is noted, and logged with what it is', async () => {
  await tamper();
  const { log, errors } = listen();
  await verifyIfDue(replica({ log }));
  expect(await verdicts()).toMatchObject([{ contradictions: 1n }]);
  expect(errors).toEqual([
    [
      { in: 'purses', id: 'user:a', problem: 'was granted 107, its entries say 100' },
      'a contradiction in the books',
    ],
    [{ contradictions: '1' }, 'the books contradict themselves'],
  ]);
});

test('a run ends in the middle of a statement when the process stops, and leaves nothing behind', async () => {
  const release = await standInTheWay();
  const stopping = new AbortController();
  const run = verifyIfDue(replica({ signal: stopping.signal }));
  await waitFor(async () => (await lookingAt('%grant_source%')).length === 1, 'it is in the middle');
  stopping.abort(new Error('stopping'));
  expect(await run).toBeUndefined();
  expect(await lookingAt('%grant_source%'), 'the server does not go on with it').toEqual([]);
  await release();
  expect(await verdicts()).toEqual([]);
  expect(await verifyIfDue(replica()), 'the next one is free to verify').toMatchObject({ entries: 1n });
});

test('a database that goes away in the middle gives no verdict, and is asked again', async () => {
  const release = await standInTheWay();
  const stopping = new AbortController();
  const running = verifyForever(replica({ signal: stopping.signal, verifyEveryMs: 20 }));
  await waitFor(async () => (await lookingAt('%grant_source%')).length === 1, 'it is in the middle');
  const [lost] = await lookingAt('%grant_source%');
  await asOwner('select pg_terminate_backend(?)', [lost?.pid ?? 0]);
  await waitFor(async () => {
    const [again] = await lookingAt('%grant_source%');
    return again !== undefined && again.pid !== lost?.pid;
  }, 'it begins anew');
  expect(await verdicts()).toEqual([]);
  await release();
  await waitFor(async () => (await verdicts()).length > 1, 'verdicts are given again and again');
  stopping.abort(new Error('stopping'));
  await running;
});

test('where it was switched off, nothing is verified', async () => {
  await verifyForever(replica({ verifyEveryMs: 0 }));
  expect(await verdicts()).toEqual([]);
});

test('by hand it is verified at any time, beside who does it by itself, and that is noted too', async () => {
  const { log, signal } = replica();
  const release = await standInTheWay();
  const first = verifyIfDue(replica());
  await waitFor(async () => (await lookingAt('%grant_source%')).length === 1, 'one is at it');
  const byHand = giveVerdict({ knex: database.connect(), log, signal });
  await waitFor(async () => (await lookingAt('%grant_source%')).length === 2, 'so is the other');
  await release();
  expect(await byHand).toMatchObject({ entries: 1n });
  expect(await first).toMatchObject({ entries: 1n });
  expect(await verdicts()).toMatchObject([{ no: 1n }, { no: 2n }]);
});

test('the last hundred verdicts are kept', async () => {
  await rowsOf(
    database.knex,
    `insert into verdict select nextval('verdict_no'), now(), now(), 1, 0 from generate_series(1, 150)`,
    [],
  );
  const { knex, log, signal } = replica();
  await giveVerdict({ knex, log, signal });
  const kept = await verdicts();
  expect([kept.length, kept[0]?.no, kept.at(-1)?.no]).toEqual([100, 52n, 151n]);
});

async function shown(knex = database.knex): Promise<Record<string, number | undefined>> {
  const registry = createRegistry('ledger');
  showVerdict(registry, knex, dayMs);
  // Once more, as the next scrape sees it.
  await registry.getMetricsAsJSON();
  const all = await registry.getMetricsAsJSON();
  return Object.fromEntries(
    all.map(({ name, values }) => [name.replace('headgate_ledger_', ''), values[0]?.value]),
  );
}

test('every replica shows the newest verdict, and none while there is none', async () => {
  const every = { verify_every_seconds: 86_400 };
  expect(await shown()).toEqual({ ...every, contradictions: undefined, verdict_age_seconds: undefined });
  await tamper();
  await verifyIfDue(replica());
  await age(2);
  const bad = await shown(database.connect());
  expect(bad).toMatchObject({ ...every, contradictions: 1 });
  expect(Math.floor((bad.verdict_age_seconds ?? 0) / 86_400)).toBe(2);
  await rowsOf(database.knex, `update purse set granted = 100 where id = 'user:a'`, []);
  await verifyIfDue(replica());
  expect(await shown()).toMatchObject({ contradictions: 0 });
});

test('a database that is away takes no other metric with it', async () => {
  const knex = { raw: () => Promise.reject(new Error('away')) } as never;
  expect(await shown(knex)).toEqual({
    verify_every_seconds: 86_400,
    contradictions: Number.NaN,
    verdict_age_seconds: Number.NaN,
  });
});
