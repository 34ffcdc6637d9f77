/**
 * Several runs and keys on one user's purse, against a model of the ledger's rules: many requests of one size meet at
 * once, messages take their time, and what fits is served to the last request.
 */
import { createLog } from '@headgate/runtime/log';
import { expect, onTestFailed, test } from 'vitest';
import { createRecallBoard, type RecallBoard } from './recall.ts';
import { createSlices, type Slices } from './slices.ts';
import { createModelLedger } from './testing/model-ledger.ts';
import { createRandom } from './testing/random.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const rounds = 40;
const amount = 5_000n;

interface Shape {
  runs: number;
  keys: number;
  /** How many requests fit. */
  room: number;
}

/** Ten times as many requests as fit; gives how many were served. */
async function race({ runs, keys, room }: Shape, roundSeed: number): Promise<number> {
  const random = createRandom(roundSeed);
  const paths = Array.from({ length: keys }, (_, key) => [`key:${key}`, 'user:1']);
  const unlimited = 1_000_000_000n;
  const ledger = createModelLedger({
    'user:1': BigInt(room) * amount,
    ...Object.fromEntries(paths.map(([key]) => [key, unlimited])),
  });
  const later = async (): Promise<void> => {
    for (let turns = random.below(8); turns > 0; turns -= 1) await new Promise(setImmediate);
  };
  const gateways: { run: string; slices: Slices; recalls: RecallBoard }[] = [];
  for (let index = 0; index < runs; index += 1) {
    const run = `run-${index}`;
    const recalls = createRecallBoard((recallId) => {
      for (const other of gateways) void later().then(() => other.recalls.note(recallId, run));
    });
    const slices = createSlices({
      ledger: {
        async draw(asked) {
          await later();
          const answer = ledger.draw(run, asked, ({ recallId, purses }) => {
            for (const other of gateways) void later().then(() => other.slices.recall(recallId, purses));
          });
          await later();
          return answer;
        },
        async return(totals) {
          await later();
          ledger.return(run, totals);
          await later();
        },
      },
      recalls,
      log: createLog('test', 'silent'),
      now: () => 0,
      idleMs: 10_000,
      recallWaitMs: 20_000,
      ledgerMs: () => 0,
      onValid: () => undefined,
    });
    gateways.push({ run, slices, recalls });
  }
  const outcomes = await Promise.all(
    Array.from({ length: 10 * room }, async () => {
      await later();
      const [{ run, slices }, path] = [random.pick(gateways), random.pick(paths)];
      const refusal = await slices.reserve(path, amount);
      if (refusal) return refusal;
      await later();
      ledger.consume(run, path, amount);
      slices.settle(path, amount, amount);
      return 'served';
    }),
  );
  expect(outcomes.filter((outcome) => outcome !== 'served' && outcome !== 'empty')).toEqual([]);
  return outcomes.filter((outcome) => outcome === 'served').length;
}

test.each([
  [1, 2],
  [2, 2],
  [3, 3],
  [4, 1],
])('money 9: over %i runs with %i keys of one user, exactly what fits is served', async (runs, keys) => {
  onTestFailed(() => void process.stderr.write(`HEADGATE_TEST_SEED=${seed}\n`));
  for (let round = 0; round < rounds; round += 1) {
    const room = 20 + round;
    expect(await race({ runs, keys, room }, seed + round)).toBe(room);
  }
});
