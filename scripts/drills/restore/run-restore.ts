import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { becomeQuiet } from '../../chaos/become-quiet.ts';
import { createSql, type Sql } from '../../e2e/testing/sql.ts';
import { startTestPostgres, type TestPostgres } from '../../e2e/testing/test-postgres.ts';
import { readMetric, startWorld, type World } from '../../e2e/testing/world.ts';
import { findPostgresClient, type PostgresClient } from '../../parts/postgres-client/find-postgres-client.ts';
import { openHome } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { findHome } from '../../toolchain/find-home.mjs';
import type { Drilled } from '../drill-process.ts';
import { askChat, countSeen, type Seen, startLoad } from '../load.ts';
import { awaitBilled } from './await-billed.ts';
import { type Backup, backUp, restore } from './back-up.ts';
import { checkBooks } from './check-books.ts';
import { checkRows } from './check-rows.ts';
import { configuration, oldKey } from './configuration.ts';
import { explain } from './describe-request.ts';
import { makeKept, makeLost } from './history.ts';
import { type Known, readKnown } from './read-known.ts';
import { awaitShown } from './tasks.ts';

const gateways = ['text-gateway', 'text-gateway-2'];
/** Those that have a database; the others go on, and keep what they know. */
const withDatabase = ['ledger', 'account', 'media-api', 'media-worker'];

const env = {
  'text-gateway': {
    HEADGATE_HEARTBEAT_MS: '500',
    HEADGATE_RESEND_AFTER_MS: '3000',
    HEADGATE_SLICE_IDLE_MS: '2000',
  },
  ledger: { HEADGATE_STREAM_CHECK_MS: '500', HEADGATE_FOLLOW_MS: '100', HEADGATE_TAKE_OVER_MS: '300' },
  'media-worker': {
    HEADGATE_POLL_MS: '300',
    HEADGATE_WORKER_IDLE_MS: '100',
    // Whoever had a task at the backup or at the loss has it no longer than half a minute.
    HEADGATE_CONNECT_TIMEOUT_MS: '2000',
    HEADGATE_POLL_TIMEOUT_MS: '4000',
    HEADGATE_LEASE_MARGIN_MS: '5000',
  },
  // A film takes long enough to be under way at the backup.
  sandbox: { HEADGATE_SANDBOX_MEDIA_MS: '6000' },
};

/** What a drill of a restore works with. */
interface Stage {
  world: World;
  client: PostgresClient;
  directory: string;
  old: TestPostgres;
  say(line: string): void;
}

/** Backs up under load, goes on, loses the database, restores it elsewhere, and says what is there and what is not. */
export async function runRestore(say: (line: string) => void): Promise<Drilled> {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-drill-'));
  const { signal } = new AbortController();
  const home = openHome(findHome(process.env, repository));
  const client = await findPostgresClient(home, { env: process.env, say, signal });
  const old = await startTestPostgres(join(directory, 'old'));
  let world: World | undefined;
  try {
    const options = { env, textGateways: 2, mediaWorkers: 1, databaseUrl: old.url };
    world = await startWorld(configuration, options);
    return await loseAndRestore({ world, client, directory, old, say });
  } finally {
    await world?.stop();
    await old.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function loseAndRestore(stage: Stage): Promise<Drilled> {
  const { world, client, directory, old, say } = stage;
  const { baseUrl } = world;
  const load = startLoad(
    [true, false].map((isStream) => ({ what: 'chat', send: () => askChat(baseUrl, oldKey, isStream) })),
  );
  const kept = await makeKept(baseUrl);
  say('backing up, under load');
  const backedUpAtMs = Date.now();
  const backup = await backUp(client, old.url, directory);
  say(`the backup has ${Math.round(statSync(backup.schemas).size / 1024)} KB; going on`);
  const lost = await makeLost(baseUrl, world.sql, kept);

  say('the database is lost');
  const lostAtMs = Date.now();
  const untilLoss = load.seen.length;
  await old.stop();
  await awaitMore(load, 10, () => true, 'clients go on asking without a database');
  const fresh = await startTestPostgres(join(directory, 'fresh'));
  const url = withPasswordOf(fresh.url, old.url);
  const sql = createSql(url);
  try {
    const known = await bringBack(stage, { freshUrl: fresh.url, url, sql, backup });
    await awaitMore(load, 1, ({ isWhole }) => isWhole, 'clients are served again');
    await awaitShown(baseUrl, kept.ended);
    const restoredAtMs = Date.now();
    say('clients are served again; checking');
    const violations = await checkRows(baseUrl, kept, lost);
    await load.stop();
    await awaitBilled(sql.query);
    await becomeQuiet({ ...world, sql: sql.query }, gateways);
    const books = await checkBooks(world, sql.query, { lost, known, backedUpAtMs, lostAtMs });
    return {
      counts: [
        ...countSeen(load.seen),
        ['seconds between backup and loss', Math.round((lostAtMs - backedUpAtMs) / 1_000)],
        ['seconds from loss to service', Math.round((restoredAtMs - lostAtMs) / 1_000)],
        ['entries', books.entries],
        ['requests by a lost key, parked', `${books.parked} of ${lost.requestIds.length}`],
        ['tasks whose rows are lost: ended and billed, under way and not', '1, 1'],
      ],
      violations: [...findWrongAnswers(load.seen, untilLoss), ...violations, ...books.violations].map(
        (violation) => explain(violation, books.traces),
      ),
    };
  } finally {
    await load.stop();
    await sql.end();
    await fresh.stop();
  }
}

/** Without a database clients are told to come again; before, nothing fails, and never is anybody told that nothing is left. */
function findWrongAnswers(seen: readonly Seen[], untilLoss: number): string[] {
  return seen
    .filter(({ isWhole, failure }, index) => !isWhole && (index < untilLoss || failure !== 'answered 503'))
    .map(({ id, failure }) => `${id ?? 'a request'}: ${failure}`);
}

/** Waits until so many requests more have come to such an end. */
async function awaitMore(
  { seen }: { seen: readonly Seen[] },
  count: number,
  isSuch: (one: Seen) => boolean,
  what: string,
): Promise<void> {
  const from = seen.length;
  await waitFor(() => seen.slice(from).filter(isSuch).length >= count, what, { timeoutMs: 120_000 });
}

/**
 * The ledger first: it reads on in the stream from the cursor of the backup before anybody makes anything new. Gives what
 * the backup knew.
 */
async function bringBack(
  { world, client, say }: Stage,
  to: { freshUrl: string; url: string; sql: Sql; backup: Backup },
): Promise<Known> {
  await Promise.all(withDatabase.map((name) => world.service(name).kill()));
  say('restoring');
  await restore(client, to, to.backup);
  const known = await readKnown(to.sql.query);
  await skipLostIds(to.sql);
  const start = (name: string) => world.service(name).start({ env: { DATABASE_URL: to.url } });
  await start('ledger');
  await waitFor(
    async () => (await readMetric(world.service('ledger'), 'headgate_ledger_stream_lag_messages')) === 0,
    'the ledger has read the stream again',
    { timeoutMs: 120_000 },
  );
  say('the ledger has read the stream to its end');
  await Promise.all(withDatabase.slice(1).map(start));
  return known;
}

/** Ids and versions of prices that were given after the backup are not given again: the stream has closes under them. */
async function skipLostIds({ query }: Sql): Promise<void> {
  for (const table of ['users', 'keys', 'channels'])
    await query(
      `select setval(pg_get_serial_sequence('account.${table}', 'id'), nextval(pg_get_serial_sequence('account.${table}', 'id')) + 1000000)`,
    );
  await query('update ledger.price_version set version = version + 1000000');
}

/** The roles of a backup have their passwords with them, that of whoever restored them too. */
function withPasswordOf(url: string, other: string): string {
  const made = new URL(url);
  made.password = new URL(other).password;
  return made.href;
}
