/**
 * Tests 28 and 29 of the money protocol: text-gateways are replaced while NATS is away, and one is killed for its memory.
 * A pod's journal goes with the pod, and stays when only its container ends.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askMany, countStatuses } from './testing/ask.ts';
import { beginStream } from './testing/begin-stream.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { unitsOf } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

const env = {
  'text-gateway': {
    HEADGATE_HEARTBEAT_MS: '200',
    HEADGATE_RESEND_AFTER_MS: '1000',
    HEADGATE_SLICE_IDLE_MS: '500',
    HEADGATE_ABANDONED_DRAIN_MS: '500',
    HEADGATE_STOP_GRACE_MS: '90000',
  },
};

let world: World;
beforeEach(async () => {
  world = await startWorld(configuration, { env, textGateways: 2 });
});
afterEach(() => world.stop());

const gateways = ['text-gateway', 'text-gateway-2'] as const;

/** What was answered while NATS is away; none of it is booked. */
async function serveWithoutNats(): Promise<string[]> {
  await askMany(world, { key: keys.limited }, 4);
  await awaitClosedBooks({ ...world, unitsOf });
  await world.nats.kill();
  const answers = await askMany(world, { key: keys.limited }, 20);
  expect(countStatuses(answers)).toEqual({ 200: 20 });
  const ids = answers.map(({ id }) => id);
  expect(await countBooked(ids)).toBe(0);
  return ids;
}

async function countBooked(ids: readonly string[]): Promise<number> {
  const [row] = await world.sql('select count(*)::int as count from ledger.entry where id = any ($1)', [ids]);
  return Number(row?.count);
}

async function countUnfinished(): Promise<number> {
  const [row] = await world.sql('select count(*)::int as count from ledger.run where finished_at is null');
  return Number(row?.count);
}

test('pods that stop while NATS is away wait for it, and leave nothing that their directories would take along', async () => {
  const ids = await serveWithoutNats();
  const stopping = gateways.map((name) => world.service(name));
  for (const gateway of stopping) gateway.signal('SIGTERM');
  await waitFor(
    () => stopping.every((gateway) => gateway.log().includes('waits for its last closes')),
    'they say what they wait for',
  );
  expect(stopping.map((gateway) => gateway.isRunning())).toEqual([true, true]);
  await world.nats.restart();
  await Promise.all(stopping.map((gateway) => gateway.ended()));
  // Whatever lies there now is lost with the pods.
  expect(gateways.flatMap((name) => runsIn(world.journalDir(name)))).toEqual([]);
  for (const name of gateways) rmSync(world.journalDir(name), { recursive: true, force: true });
  await waitFor(async () => (await countBooked(ids)) === ids.length, 'everything is booked');
  expect(await countUnfinished()).toBe(0);
  await awaitClosedBooks({ ...world, unitsOf });
});

test('a pod that starts while NATS is away is not ready, and so replaces nobody', async () => {
  const ids = await serveWithoutNats();
  const [stays, starts] = gateways.map((name) => world.service(name));
  await starts?.kill();
  await starts?.start({ awaitReady: false });
  await waitFor(() => starts?.log().includes('waiting for NATS'), 'it says what it waits for');
  expect(await starts?.isReady()).toBe(false);
  expect(await stays?.isReady()).toBe(true);
  await world.nats.restart();
  await waitFor(() => starts?.isReady().catch(() => false), 'it is ready');
  await waitFor(async () => (await countBooked(ids)) === ids.length, 'everything is booked');
  await awaitClosedBooks({ ...world, unitsOf });
});

test('a container that is killed for its memory replays its journal, also a second time while NATS is away', async () => {
  const ids = await serveWithoutNats();
  const question = { world, key: keys.limited, model: 'gpt-4o-mini', text: '[[chunks=100000 delay=20]]' };
  const streams = await Promise.all(
    Array.from({ length: 4 }, () => beginStream('chat completions', question)),
  );
  for (const name of gateways) {
    await world.service(name).kill();
    await world.service(name).start({ awaitReady: false });
    await world.service(name).kill();
    expect(existsSync(world.journalDir(name))).toBe(true);
    await world.service(name).start({ awaitReady: false });
  }
  await world.nats.restart();
  const open = streams.map(({ id }) => id);
  await waitFor(async () => (await countBooked([...ids, ...open])) === 24, 'everything is booked');
  const ends = await world.sql('select kind, amount from ledger.entry where id = any ($1)', [open]);
  expect(ends).toEqual(open.map(() => ({ kind: 'interrupted', amount: 0n })));
  await Promise.all(gateways.map((name) => waitFor(() => world.service(name).isReady(), `${name} is back`)));
  await awaitClosedBooks({ ...world, unitsOf });
});

/** Runs whose journals are there. */
function runsIn(journalDir: string): string[] {
  return readdirSync(journalDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
