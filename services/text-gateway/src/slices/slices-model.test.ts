/**
 * Two runs on shared purses, against a model of the ledger's rules: draws are lost before or after they were
 * granted, or come late, while units are recalled, handed back and settled. No run may have more under way
 * than its slices hold, and nothing stays held when the traffic has ended.
 */
import { createLog } from '@headgate/runtime/log';
import { expect, test } from 'vitest';
import type { RecallBoard } from './recall.ts';
import { createSlices, type Slices } from './slices.ts';
import { createModelLedger, heldBy, type ModelLedger, type Recall } from './testing/model-ledger.ts';
import { createRandom, type Random } from './testing/random.ts';
import { settled } from './testing/scripted-ledger.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const steps = Number(process.env.HEADGATE_TEST_STEPS ?? 3_000);
const paths = [['key:1', 'user:1'], ['key:2', 'user:1'], ['user:1']];
const grants = { 'user:1': 6_000n, 'key:1': 3_000n, 'key:2': 100_000n };

interface Gateway {
  run: string;
  slices: Slices;
  open: { path: string[]; amount: bigint }[];
}

interface World {
  random: Random;
  ledger: ModelLedger;
  gateways: Gateway[];
  /** Messages on their way. */
  inFlight: (() => void)[];
  clock: { ms: number };
  /** `lossy`: everything arrives, and no answer does. */
  weather: 'rough' | 'lossy' | 'calm';
  outcomes: Record<string, number>;
  /** The most draws that one slice ever had under way. */
  mostDraws: number;
}

/** Delivers a call some time later, or never, and its answer perhaps not; fails it at the caller's deadline. */
function send<T>(world: World, deliver: () => T): Promise<T> {
  if (world.weather === 'calm') return Promise.resolve().then(deliver);
  const { random, inFlight } = world;
  return new Promise((resolve, reject) => {
    const dice = random.below(100);
    const fail = (): void => reject(new Error('deadline exceeded'));
    if (world.weather === 'lossy') {
      deliver();
      fail();
      return;
    }
    if (dice < 10) inFlight.push(fail);
    else if (dice < 20) inFlight.push(() => [deliver(), fail()]);
    else if (dice < 30) inFlight.push(fail, deliver);
    else inFlight.push(() => resolve(deliver()));
  });
}

function recallAll(world: World, { recallId, purses }: Recall): void {
  for (const { slices } of world.gateways) {
    const deliver = (): void => void slices.recall(recallId, purses).catch(() => undefined);
    if (world.weather === 'calm') deliver();
    else if (world.random.below(100) < 90) world.inFlight.push(deliver);
  }
}

function addGateway(world: World, run: string): void {
  // A wait for recalled units ends whenever chance has it: answered, or at its time.
  const recalls: RecallBoard = {
    announce: () => undefined,
    note: () => undefined,
    answered: () =>
      new Promise((resolve) => (world.weather === 'calm' ? resolve() : world.inFlight.push(resolve))),
  };
  const underWay = new Map<string, number>();
  const slices = createSlices({
    ledger: {
      async draw(asked) {
        const name = asked.path.join();
        const count = (underWay.get(name) ?? 0) + 1;
        underWay.set(name, count);
        if (count > world.mostDraws) world.mostDraws = count;
        const recall = (recalled: Recall): void => recallAll(world, recalled);
        return send(world, () => world.ledger.draw(run, asked, recall)).finally(() =>
          underWay.set(name, (underWay.get(name) ?? 0) - 1),
        );
      },
      return: (totals) => send(world, () => world.ledger.return(run, totals)),
    },
    recalls,
    log: createLog('test', 'silent'),
    now: () => world.clock.ms,
    idleMs: 50,
    recallWaitMs: 0,
    ledgerMs: () => 0,
    onValid: () => undefined,
  });
  world.gateways.push({ run, slices, open: [] });
}

function request(world: World, { slices, open }: Gateway, path: string[]): void {
  const amount = BigInt(1 + world.random.below(200));
  const client = new AbortController();
  if (world.random.below(100) < 10) world.inFlight.push(() => client.abort());
  Promise.resolve(slices.reserve(path, amount, client.signal)).then((refusal) => {
    world.outcomes[refusal ?? 'served'] = (world.outcomes[refusal ?? 'served'] ?? 0) + 1;
    if (!refusal) open.push({ path, amount });
  });
}

function settleOne(
  world: World,
  { run, slices, open }: Gateway,
  consumedOf: (amount: bigint) => bigint,
): void {
  const [ended] = open.splice(world.random.below(open.length), 1);
  if (!ended) return;
  const consumed = consumedOf(ended.amount);
  slices.settle(ended.path, ended.amount, consumed);
  // Whenever a close is booked, the slice must hold what it consumed.
  expect(world.ledger.consume(run, ended.path, consumed), 'units without a holder').toBe(consumed);
}

function step(world: World): void {
  const { random, inFlight } = world;
  const gateway = random.pick(world.gateways);
  const dice = random.below(100);
  world.clock.ms += random.below(5);
  if (dice < 30) request(world, gateway, random.pick(paths));
  else if (dice < 45) settleOne(world, gateway, (amount) => (random.below(4) ? 0n : amount / 8n));
  else if (dice < 90) inFlight.splice(random.below(inFlight.length), 1)[0]?.();
  else if (dice < 95) gateway.slices.returnIdle().catch(() => undefined);
  else if (dice < 98) recallAll(world, { recallId: `by hand ${world.clock.ms}`, purses: ['user:1'] });
  else gateway.slices.returnAll().catch(() => undefined);
}

function checkCovered({ gateways, ledger }: World): void {
  for (const { run, open } of gateways) {
    for (const path of paths) {
      const underWay = open
        .filter((request) => request.path === path)
        .reduce((sum, { amount }) => sum + amount, 0n);
      expect(heldBy(ledger.slice(run, path)), 'what is under way is held').toBeGreaterThanOrEqual(underWay);
    }
  }
}

test(`a run spends only what it holds, and hands back all it was granted (HEADGATE_TEST_SEED=${seed})`, async () => {
  const world: World = {
    random: createRandom(seed),
    ledger: createModelLedger(grants),
    gateways: [],
    inFlight: [],
    clock: { ms: 0 },
    weather: 'rough',
    outcomes: {},
    mostDraws: 0,
  };
  addGateway(world, 'run-a');
  addGateway(world, 'run-b');
  for (let count = 0; count < steps; count += 1) {
    step(world);
    await settled();
    checkCovered(world);
  }

  await endTraffic(world);
  world.weather = 'lossy';
  for (const gateway of world.gateways) for (const path of paths) request(world, gateway, path);
  await settled();
  expect(heldByAll(world), 'lost draws were granted').toBeGreaterThan(0n);
  await endTraffic(world);
  expect(world.mostDraws).toBe(1);
  expect(Object.keys(world.outcomes).sort()).toEqual(['empty', 'gone', 'served', 'unreachable']);
}, 60_000);

/** Lets everything arrive and everything end: then nothing may be held. */
async function endTraffic(world: World): Promise<void> {
  world.weather = 'calm';
  for (const deliver of world.inFlight.splice(0)) deliver();
  await settled();
  for (const gateway of world.gateways) {
    while (gateway.open.length > 0) settleOne(world, gateway, () => 0n);
    await gateway.slices.returnAll();
  }
  expect(heldByAll(world), 'nothing is held when the traffic has ended').toBe(0n);
}

function heldByAll({ gateways, ledger }: World): bigint {
  return gateways
    .flatMap(({ run }) => paths.map((path) => heldBy(ledger.slice(run, path))))
    .reduce((sum, held) => sum + held, 0n);
}
