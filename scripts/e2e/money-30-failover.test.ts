/**
 * Test 30 of the money protocol: PostgreSQL fails over to a replica that lacks the last that was committed, under running
 * services. The cursor is back where it was then, and the ledger books again what follows: totals are equal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answered, ask, askMany, countStatuses } from './testing/ask.ts';
import { awaitClosedBooks, findContradictions } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { startTestPostgres, type TestPostgres } from './testing/test-postgres.ts';
import { unitsOf } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

/** Covers one request, and half of another. */
const scarce = `sk-scarce${'s'.repeat(40)}`;

let directory: string;
let postgres: TestPostgres;
let world: World;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headgate-failover-'));
  postgres = await startTestPostgres(directory);
  world = await startWorld(`${configuration}  - { name: scarce, key: "${scarce}", quota_usd: 0.015 }\n`, {
    databaseUrl: postgres.url,
    ledgers: 2,
    env: {
      'text-gateway': {
        HEADGATE_HEARTBEAT_MS: '200',
        HEADGATE_RESEND_AFTER_MS: '1000',
        HEADGATE_SLICE_IDLE_MS: '2000',
      },
      ledger: { HEADGATE_STREAM_CHECK_MS: '500', HEADGATE_FOLLOW_MS: '100', HEADGATE_TAKE_OVER_MS: '300' },
    },
  });
});
afterEach(async () => {
  await world.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function askAll(): Promise<Answered[]> {
  const answers = await Promise.all([
    askMany(world, { key: keys.limited }, 20),
    askMany(world, { key: keys.unlimited }, 20),
  ]);
  return answers.flat();
}

async function countBooked(answers: readonly Answered[]): Promise<number> {
  const ids = answers.map(({ id }) => id);
  const [row] = await world.sql('select count(*)::int as count from ledger.entry where id = any ($1)', [ids]);
  return Number(row?.count);
}

async function readPosition(): Promise<bigint> {
  const [row] = await world.sql('select last_seq as seq from ledger.cursor');
  return row?.seq as bigint;
}

async function isWhole(): Promise<boolean> {
  const states = await Promise.all([...world.services.values()].map((service) => service.isReady()));
  return states.every((isReady) => isReady);
}

test('a database that has lost its last second is caught up with', async () => {
  const before = await askAll();
  await awaitClosedBooks({ ...world, unitsOf });
  await postgres.backUp();
  await waitFor(isWhole, 'everything is ready again');
  const kept = await readPosition();

  const lost = await askAll();
  expect(countStatuses(lost)).toEqual({ 200: 40 });
  await waitFor(async () => (await countBooked(lost)) === 40, 'what will be lost is booked');
  const usedBefore = await readUsed();
  expect(await readPosition()).toBeGreaterThan(kept);

  await postgres.restore();
  await waitFor(isWhole, 'everything is ready again');
  await waitFor(async () => (await countBooked(lost)) === 40, 'what was lost is booked again');
  expect(await countBooked(before)).toBe(40);
  expect(await readUsed()).toEqual(usedBefore);

  const after = await askAll();
  expect(countStatuses(after)).toEqual({ 200: 40 });
  await waitFor(async () => (await countBooked(after)) === 40, 'what follows is booked');
  expect(await findContradictions({ ...world, unitsOf })).toEqual([]);
  // What a run drew in the second that was lost, it holds until it ends.
  await world.service('text-gateway').kill('SIGTERM');
  await awaitClosedBooks({ ...world, unitsOf });
});

test('units that were handed back in the second that was lost are not lost for their key', async () => {
  const askOnce = async (): Promise<number> =>
    (await ask(world, { key: scarce, model: 'gpt-4o-mini' })).status;
  const gateway = world.service('text-gateway');
  expect(await askOnce()).toBe(200);
  // It hands nothing back while the copy is made, which may take longer than a slice is kept idle.
  gateway.signal('SIGSTOP');
  await postgres.backUp();
  expect(await readHeld()).toBeGreaterThan(0n);
  gateway.signal('SIGCONT');
  await waitFor(async () => (await readHeld()) === 0n, 'what is free is handed back');
  await postgres.restore();
  await waitFor(isWhole, 'everything is ready again');
  await waitFor(async () => (await askOnce()) === 200, 'the key is served again');
});

async function readHeld(): Promise<bigint> {
  const [row] = await world.sql(
    `select held from ledger.purse where id = (select 'key:' || id from account.keys where name = 'scarce')`,
  );
  return row?.held as bigint;
}

function readUsed(): Promise<Record<string, unknown>[]> {
  return world.sql('select id, used from ledger.purse order by id');
}
