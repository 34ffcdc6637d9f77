/**
 * Test 5 of the money protocol, against the real ledger over its real RPC and the real stream: a draw whose
 * answer was lost and is repeated, returns and closes that arrive reordered and doubled, and a run that is
 * finished before its last close.
 */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { Close, CloseBatch, Ending, Kind, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { DrawResponse_Outcome, LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { closesSubject } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

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

const callUnits = 5_000n;

/** A purse with room for so many calls of call-model, of this test alone. */
async function openPurse(calls: bigint): Promise<string> {
  const purse = `test:${randomUUID()}`;
  await call(ledger, ledger.openPurse, {
    purse,
    unlimited: false,
    source: 'test',
    grantedUnits: calls * callUnits,
  });
  return purse;
}

function closeOf(run: string, seq: bigint, purse: string, priceVersion: bigint): Close {
  return Close.fromPartial({
    id: randomUUIDv7(),
    run,
    seq,
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

async function publish(closes: Close[]): Promise<void> {
  await nats
    .jetstream()
    .publish(closesSubject, CloseBatch.encode({ closes }).finish(), { msgID: randomUUID() });
}

async function stateOf(purse: string): Promise<{ used: bigint; held: bigint }> {
  const { purses } = await call(ledger, ledger.getPurses, { purses: [purse] });
  return { used: purses[0]?.used ?? -1n, held: purses[0]?.held ?? -1n };
}

test('no order and no repetition of draws, closes, returns and the end changes what is booked', async () => {
  const purse = await openPurse(10n);
  const run = randomUUID();
  const path = [purse];
  const draw = () =>
    call(ledger, ledger.draw, { run, path, drawNo: 1n, need: 5n * callUnits, want: 5n * callUnits });

  const first = await draw();
  expect(first).toMatchObject({ outcome: DrawResponse_Outcome.GRANTED, grantedTotal: 5n * callUnits });
  // Its answer was lost: the run asks again, and later once more.
  expect(await draw()).toMatchObject({ outcome: DrawResponse_Outcome.GRANTED, grantedTotal: 5n * callUnits });
  expect(await stateOf(purse)).toEqual({ used: 0n, held: 5n * callUnits });

  const { priceVersion } = await call(ledger, ledger.heartbeat, { run, openRequests: 0n });
  const closes = [1n, 2n, 3n].map((seq) => closeOf(run, seq, purse, priceVersion));
  const [one, two, three] = closes;
  if (!one || !two || !three) throw new Error('three closes');

  const giveBack = (units: bigint) =>
    call(ledger, ledger.return, { run, slices: [{ path, returnedTotal: units * callUnits }] });
  // Out of order, each more than once, with the returns in between and the older one last.
  await publish([three]);
  await giveBack(2n);
  await publish([one, one]);
  await giveBack(1n);
  await waitFor(async () => (await stateOf(purse)).used === 2n * callUnits, 'two closes are booked');

  // Beyond the gap nothing counts as applied; the run cannot be finished yet.
  const before = await call(ledger, ledger.finishRun, { run, lastSeq: 3n });
  expect(before).toEqual({ appliedSeq: 1n, finished: false });
  expect((await stateOf(purse)).held).toBe(callUnits);

  await publish([two]);
  await publish([three, two, one]);
  await waitFor(
    async () => (await call(ledger, ledger.finishRun, { run, lastSeq: 3n })).finished,
    'the run is finished',
  );
  await draw().then(
    () => expect.unreachable('a finished run drew'),
    () => undefined,
  );
  expect(await stateOf(purse)).toEqual({ used: 3n * callUnits, held: 0n });
  const entries = await world.sql('select count(*) as count from ledger.entry where id = any($1)', [
    closes.map(({ id }) => id),
  ]);
  expect(entries).toEqual([{ count: 3n }]);
});

test('a run that is finished before its last close releases what is left when that close comes', async () => {
  const purse = await openPurse(4n);
  const run = randomUUID();
  const path = [purse];
  await call(ledger, ledger.draw, { run, path, drawNo: 1n, need: 4n * callUnits, want: 4n * callUnits });
  const { priceVersion } = await call(ledger, ledger.heartbeat, { run, openRequests: 1n });
  expect((await call(ledger, ledger.finishRun, { run, lastSeq: 1n })).finished).toBe(false);
  expect(await stateOf(purse)).toEqual({ used: 0n, held: 4n * callUnits });
  await publish([closeOf(run, 1n, purse, priceVersion)]);
  await waitFor(async () => (await stateOf(purse)).held === 0n, 'the rest is released');
  expect(await stateOf(purse)).toEqual({ used: callUnits, held: 0n });
});
