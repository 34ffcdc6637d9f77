/**
 * Test 12 of the money protocol, against the real ledger over its real stream: bytes that are no closes, closes that
 * make no sense and closes that contradict what is booked, amid a thousand sound ones. They are parked with their
 * reason and counted; all others are booked, and nothing waits for a person.
 */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import {
  Close,
  CloseBatch,
  Ending,
  Kind,
  Usage,
  UsageSource,
} from '@headgate/proto/gen/headgate/events/v1/events';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { billingStream, closesSubject } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { readStreamState } from '@headgate/runtime/testing/stream';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration } from './testing/configuration.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

const callUnits = 5_000n;
const count = 1_000;

let world: World;
let ledger: LedgerClient;
let nats: Awaited<ReturnType<typeof connectNats>>;

beforeAll(async () => {
  world = await startWorld(configuration);
  ledger = connectRpc(LedgerClient, world.ledgerAddress);
  nats = await connectNats({ url: world.nats.url, name: 'test', log: createLog('test', 'silent') });
}, 120_000);
afterAll(async () => {
  ledger.close();
  await nats.close();
  await world.stop();
});

async function publish(data: Uint8Array): Promise<void> {
  await nats.jetstream().publish(closesSubject, data, { msgID: randomUUID() });
}

const publishCloses = (closes: Close[]) => publish(CloseBatch.encode({ closes }).finish());

interface Run {
  id: string;
  purse: string;
  /** A thousand closes of one call each. */
  closes: Close[];
}

/** A run with a purse that has room for its closes, all drawn. */
async function startRun(): Promise<Run> {
  const [id, purse] = [randomUUID(), `test:${randomUUID()}`];
  const units = BigInt(count) * callUnits;
  await call(ledger, ledger.openPurse, { purse, unlimited: false, source: 'test', grantedUnits: units });
  await call(ledger, ledger.draw, { run: id, path: [purse], drawNo: 1n, need: units, want: units });
  const { priceVersion } = await call(ledger, ledger.heartbeat, { run: id, openRequests: 0n });
  const closes = Array.from({ length: count }, (_, index) => closeOf(id, index + 1, purse, priceVersion));
  return { id, purse, closes };
}

function closeOf(run: string, seq: number, purse: string, priceVersion: bigint): Close {
  return Close.fromPartial({
    id: randomUUIDv7(),
    run,
    seq: BigInt(seq),
    kind: Kind.SETTLE,
    path: [purse],
    reserved: callUnits,
    consumed: callUnits,
    usage: { calls: 1n },
    usageSource: UsageSource.UPSTREAM,
    model: 'call-model',
    priceModel: 'call-model',
    group: 'default',
    priceVersion,
    ending: Ending.COMPLETED,
    startedAtMs: BigInt(Date.now()),
  });
}

/** Ends the run, which succeeds only when every close of it is booked or parked; then nothing is held. */
async function expectBooked({ id, purse }: Run, booked: number): Promise<void> {
  await waitFor(
    async () => (await call(ledger, ledger.finishRun, { run: id, lastSeq: BigInt(count) })).finished,
    'every close of the run counts as applied',
  );
  const { purses } = await call(ledger, ledger.getPurses, { purses: [purse] });
  expect(purses[0]).toMatchObject({ used: BigInt(booked) * callUnits, held: 0n });
  const [entries] = await world.sql(
    'select count(*) from ledger.entry where path = array[$1] and kind = $2',
    [purse, 'settle'],
  );
  expect(entries).toEqual({ count: BigInt(booked) });
}

/** What comes next comes in another batch than all that was published before. */
async function awaitRead(): Promise<void> {
  const { last_seq: published } = await readStreamState(world.nats.url, billingStream.name);
  await waitFor(async () => {
    const [cursor] = await world.sql('select last_seq from ledger.cursor');
    return Number(cursor?.last_seq) >= published;
  }, 'the ledger has read all');
}

const parkedTotal = () => readMetric(world.service('ledger'), 'headgate_ledger_parked_total');

/** Runs something and gives what was parked by it: in the table, and by the metric. */
async function parkedBy(
  run: () => Promise<void>,
): Promise<{ rows: Record<string, unknown>[]; counted: number }> {
  const [{ seq } = {}] = await world.sql('select coalesce(max(seq), 0) as seq from ledger.parked');
  const counted = await parkedTotal();
  await run();
  const rows = await world.sql('select id, reason from ledger.parked where seq > $1 order by seq', [seq]);
  await waitFor(async () => (await parkedTotal()) >= counted + rows.length, 'the metric counts them');
  return { rows, counted: (await parkedTotal()) - counted };
}

test('money 12: the same id with other content is parked, and what is booked stays', async () => {
  const run = await startRun();
  const [first, second] = run.closes;
  if (!first || !second) throw new Error('closes are missing');
  const parked = await parkedBy(async () => {
    // What says the same again is no contradiction.
    await publishCloses([first]);
    await publishCloses([first]);
    await awaitRead();
    // One contradicts what is booked, another its own batch.
    const dearer = { ...first, usage: Usage.fromPartial({ calls: 2n }) };
    await publishCloses([dearer, ...run.closes.slice(1), { ...second, kind: Kind.INTERRUPTED }]);
    await expectBooked(run, count);
  });
  const rows = [first, second].map(({ id }) => ({ id, reason: 'other_content' }));
  expect(parked).toEqual({ rows: expect.arrayContaining(rows), counted: 2 });
});

test('money 12: bytes that are no closes are parked, and the next message is booked', async () => {
  const run = await startRun();
  const parked = await parkedBy(async () => {
    await publish(new Uint8Array([0xff, 0xff, 0xff, 0xff]));
    await publishCloses(run.closes);
    await expectBooked(run, count);
  });
  expect(parked).toEqual({ rows: [{ id: null, reason: 'undecodable' }], counted: 1 });
});

test('money 12: nonsense in a batch of a thousand is parked with its reason, and the rest is booked', async () => {
  const run = await startRun();
  const nonsense: [reason: string, change: Partial<Close>][] = [
    ['invalid', { id: 'not-a-uuid' }],
    ['invalid', { consumed: -1n }],
    ['invalid', { model: 'a\0b' }],
    ['unknown_purse', { path: ['user:nobody'] }],
    ['unknown_price_version', { priceVersion: 1_000_000n }],
    ['unknown_price', { priceModel: 'a model without a price' }],
    // Its amount alone would fit, but the purse has no room for the sum.
    ['refused_by_database', { usage: Usage.fromPartial({ calls: (2n ** 63n - 1n) / callUnits }) }],
  ];
  const closes = run.closes.map((close, index) => ({ ...close, ...nonsense[index / 100]?.[1] }));
  const { rows, counted } = await parkedBy(async () => {
    await publishCloses(closes);
    await expectBooked(run, count - nonsense.length);
  });
  expect(rows.map(({ reason }) => reason).sort()).toEqual(nonsense.map(([reason]) => reason).sort());
  expect(counted).toBe(nonsense.length);
});
