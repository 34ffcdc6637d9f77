/**
 * Test 2 of the money protocol: a journal whose last record is torn, also after the record had left, and a disk
 * that is full.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { beforeEach, expect, test } from 'vitest';
import { type Answered, ask, askMany, countStatuses } from './testing/ask.ts';
import { askUntilSent } from './testing/ask-until-sent.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { findJournalTail, type JournalTail } from './testing/journal-tail.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsOf } from './testing/units-of.ts';

const question = { key: keys.limited };
const segmentBytes = 128 * 1024;

const world = shareWorld(configuration, {
  env: {
    'text-gateway': {
      HEADGATE_HEARTBEAT_MS: '100',
      HEADGATE_RESEND_AFTER_MS: '500',
      HEADGATE_SLICE_IDLE_MS: '300',
      HEADGATE_JOURNAL_SEGMENT_BYTES: String(segmentBytes),
      // The limit on file sizes that stands for a full disk holds for the log as well.
      HEADGATE_LOG_LEVEL: 'warn',
    },
  },
});

/** Each test has a run of its own. */
beforeEach(async () => {
  const gateway = world().service('text-gateway');
  await gateway.kill();
  await gateway.start();
  await waitFor(
    async () => (await ask(world(), { key: keys.unlimited })).status === 200,
    'requests are served',
  );
}, 60_000);

/** How the requests of these answers were closed, in their order. */
async function kindsOf(answers: readonly Answered[]): Promise<unknown[]> {
  const rows = await world().sql('select id, kind from ledger.entry where id = any ($1)', [
    answers.map(({ id }) => id),
  ]);
  return answers.map(({ id }) => rows.find((row) => row.id === id)?.kind);
}

async function oneRunIsLeft(): Promise<void> {
  await waitFor(async () => {
    const runs = await world().sql('select 1 from ledger.run where finished_at is null');
    return runs.length === 1;
  }, 'the dead run is finished');
}

const tears: [how: string, tear: (tail: JournalTail) => void, lastKind: string][] = [
  ['cut in the middle', (tail) => tail.cut(), 'interrupted'],
  ['half zeros', (tail) => tail.blank(), 'interrupted'],
  ['followed by half a record', (tail) => tail.beginAnother(), 'settle'],
];

test.each(tears)('money 2: a journal whose last record is %s keeps all others', async (_, tear, lastKind) => {
  const gateway = world().service('text-gateway');
  // Nothing leaves: the journal is all there is.
  await world().nats.kill();
  const answers = await askMany(world(), question, 5, 1);
  await gateway.kill();
  tear(findJournalTail(world().journalDir('text-gateway')));
  await world().nats.restart();
  await gateway.start();

  await oneRunIsLeft();
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await kindsOf(answers)).toEqual(['settle', 'settle', 'settle', 'settle', lastKind]);
});

test('money 2: a torn close that was booked before stays booked', async () => {
  const gateway = world().service('text-gateway');
  const answers = await askMany(world(), question, 3, 1);
  await waitFor(async () => !(await kindsOf(answers)).includes(undefined), 'all are booked');
  await gateway.kill();
  findJournalTail(world().journalDir('text-gateway')).cut();
  await gateway.start();

  await oneRunIsLeft();
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await kindsOf(answers)).toEqual(['settle', 'settle', 'settle']);
});

test('money 2: a torn close that was on its way is booked as it left', async () => {
  const gateway = world().service('text-gateway');
  await world().service('ledger').kill();
  const answers = await askUntilSent(world(), { key: keys.unlimited }, 3);
  await gateway.kill();
  findJournalTail(world().journalDir('text-gateway')).cut();
  await world().service('ledger').start();
  await gateway.start();

  await oneRunIsLeft();
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await kindsOf(answers)).toEqual(['settle', 'settle', 'settle']);
});

/**
 * From now on the gateway's disk takes no further segment, while those that exist can be written but for their
 * last byte.
 */
function limitFiles(limit: string): Promise<unknown> {
  const pid = String(world().service('text-gateway').pid());
  return promisify(execFile)('prlimit', ['--pid', pid, `--fsize=${limit}:`]);
}

const fillDisk = (): Promise<unknown> => limitFiles(String(segmentBytes - 1));
const makeSpace = (): Promise<unknown> => limitFiles('unlimited');

/** More requests than a segment has room for, of which none is served before the sandbox goes on. */
function askTooMany(): Promise<Answered>[] {
  world().service('sandbox').signal('SIGSTOP');
  return Array.from({ length: 400 }, () => ask(world(), question));
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${world().service('text-gateway').operationsUrl}/readyz`)).ok;
}

test('money 2: on a full disk what is open closes, and what is new is refused', async () => {
  await fillDisk();
  const asked = askTooMany();
  const refused = await Promise.race(asked);
  expect(refused.status).toBe(503);
  expect(JSON.parse(refused.text)).toMatchObject({
    error: { code: 'service_unavailable', type: 'headgate_api_error', param: '' },
  });
  expect(refused.headers.get('x-should-retry')).toBeNull();

  world().service('sandbox').signal('SIGCONT');
  const answers = await Promise.all(asked);
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThan(50);
  expect(countStatuses(answers)).toEqual({ 200: served.length, 503: answers.length - served.length });
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(new Set(await kindsOf(served))).toEqual(new Set(['settle']));
});

test('money 2: a gateway with a full disk is not ready until there is space', async () => {
  await fillDisk();
  // What was booked meanwhile is used again: on a slow machine more are served.
  const isRefused = async () =>
    (await askMany(world(), question, 200, 40)).some(({ status }) => status === 503);
  await waitFor(isRefused, 'requests are refused');
  await waitFor(async () => !(await isReady()), 'the gateway is not ready');

  await makeSpace();
  await waitFor(isReady, 'the gateway is ready again');
  expect((await ask(world(), question)).status).toBe(200);
  await awaitClosedBooks({ ...world(), unitsOf });
});
