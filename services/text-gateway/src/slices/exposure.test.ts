/**
 * What a run can still spend on a path when the ledger is gone: never more than its requests held at once, and what it
 * draws ahead (proto/decisions/2026-11-21-what-an-outage-can-cost.md). Chance sends, ends, recalls and returns; draws
 * are lost before and after they were granted.
 */
import { createLog } from '@headgate/runtime/log';
import { expect, onTestFailed, test } from 'vitest';
import { mostAheadRequests } from './draw.ts';
import { createSlices, type Slices } from './slices.ts';
import { createModelLedger, heldBy, type ModelLedger } from './testing/model-ledger.ts';
import { createRandom, type Random } from './testing/random.ts';
import { settled } from './testing/scripted-ledger.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const steps = Number(process.env.HEADGATE_TEST_STEPS ?? 2_000);
const path = ['key:1', 'user:1'];
const largest = 100;
const grant = 1_000_000n;

interface Run {
  name: string;
  slices: Slices;
  /** Requests under way, and their worst cases with those of requests that wait. */
  open: bigint[];
  asked: bigint;
  /** The most that was ever asked at once. */
  most: bigint;
}

function startRun(name: string, ledger: ModelLedger, random: Random, clock: { ms: number }): Run {
  const lose = (): boolean => random.below(100) < 10;
  const slices = createSlices({
    ledger: {
      async draw(asked) {
        if (lose()) throw new Error('the draw was lost');
        const answer = ledger.draw(name, asked, () => undefined);
        if (lose()) throw new Error('its answer was lost');
        return answer;
      },
      return: async (totals) => ledger.return(name, totals),
    },
    recalls: { announce: () => undefined, note: () => undefined, answered: async () => undefined },
    log: createLog('test', 'silent'),
    now: () => clock.ms,
    ledgerMs: () => 0,
    idleMs: 50,
    recallWaitMs: 0,
    onValid: () => undefined,
  });
  return { name, slices, open: [], asked: 0n, most: 0n };
}

/** Begins a request; resolves once it is known whether it was admitted. */
async function begin(run: Run, amount: bigint): Promise<void> {
  run.asked += amount;
  if (run.asked > run.most) run.most = run.asked;
  const refusal = await run.slices.reserve(path, amount);
  if (refusal) run.asked -= amount;
  else run.open.push(amount);
}

/** Ends a request that used some of its worst case; the ledger books its close at once. */
function end(run: Run, random: Random, ledger: ModelLedger): void {
  const [amount] = run.open.splice(random.below(run.open.length), 1);
  if (amount === undefined) return;
  const consumed = random.below(3) === 0 ? amount : 0n;
  run.asked -= amount;
  run.slices.settle(path, amount, consumed);
  ledger.consume(run.name, path, consumed);
}

function step(runs: readonly Run[], random: Random, ledger: ModelLedger, clock: { ms: number }): void {
  const run = random.pick(runs);
  const dice = random.below(100);
  clock.ms += random.below(5);
  if (dice < 50) void begin(run, BigInt(1 + random.below(largest)));
  else if (dice < 94) end(run, random, ledger);
  else if (dice < 97) run.slices.recall(`recall ${clock.ms}`, ['user:1']).catch(() => undefined);
  else run.slices.returnIdle().catch(() => undefined);
}

test('a run holds no more than it asked at once and drew ahead', async () => {
  onTestFailed(() => void process.stderr.write(`HEADGATE_TEST_SEED=${seed}\n`));
  const random = createRandom(seed);
  const clock = { ms: 0 };
  const ledger = createModelLedger({ 'user:1': grant, 'key:1': grant });
  const runs = ['run-a', 'run-b'].map((name) => startRun(name, ledger, random, clock));
  let mostHeld = 0n;
  for (let count = 0; count < steps; count += 1) {
    step(runs, random, ledger, clock);
    await settled();
    for (const { name, most } of runs) {
      const held = heldBy(ledger.slice(name, path));
      expect(held).toBeLessThanOrEqual(most + mostAheadRequests * BigInt(largest));
      if (held > mostHeld) mostHeld = held;
    }
  }
  expect(mostHeld, 'much is drawn ahead').toBeGreaterThan(BigInt(largest) * 8n);
});
