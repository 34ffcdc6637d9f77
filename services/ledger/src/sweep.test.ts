import { randomUUID } from 'node:crypto';
import { createRegistry } from '@headgate/runtime/metrics';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHeartbeat } from './book/runs/heartbeat.ts';
import { findOpenRuns, reclaimRun } from './book/runs/reclaim.ts';
import { createSilenceWatch } from './book/runs/silence.ts';
import { draw } from './book/slices/draw.ts';
import { createLedgerMetrics } from './metrics.ts';
import { sweepRuns } from './sweep.ts';
import { openPurses, purseState } from './testing/book.ts';
import { quietLog } from './testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase } from './testing/ledger-database.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
});
afterAll(() => database.drop());

const minutes = 60_000;
const limitMs = (15 + 60 + 1) * minutes;
const everyMs = limitMs / 4;

/** A ledger's sweep with a clock that the test moves. */
function makeSweep(knex = database.knex) {
  let now = 0;
  let hasLooked = false;
  const silence = createSilenceWatch(limitMs, { everyMs, steadyMs: () => now });
  const metrics = createLedgerMetrics(createRegistry('ledger'));
  const jumpTo = async (ms: number) => {
    now = ms;
    hasLooked = true;
    await sweepRuns({ knex, silence, metrics, log: quietLog });
  };
  return {
    /** It looked now and then in between. */
    at: async (ms: number) => {
      while (hasLooked && now + everyMs < ms) await jumpTo(now + everyMs);
      await jumpTo(ms);
    },
    jumpTo,
    reclaimed: async () => (await metrics.reclaimedUnits.get()).values[0]?.value,
  };
}

async function hold(name: string): Promise<string> {
  const run = randomUUID();
  await openPurses(database.knex, { [name]: 100n });
  await draw(
    database.knex,
    { run, path: [name], drawNo: 1n, need: 100n, want: 0n },
    { toleranceMs: 900_000 },
  );
  return run;
}

const held = async (name: string): Promise<bigint> => (await purseState(database.knex, name)).held;

test('a run is reclaimed only after the whole time of silence', async () => {
  const run = await hold('user:silent');
  const sweep = makeSweep();
  await sweep.at(0);
  await sweep.at(limitMs);
  expect(await held('user:silent')).toBe(100n);
  await sweep.at(limitMs + 1);
  expect(await held('user:silent')).toBe(0n);
  expect(await sweep.reclaimed()).toBe(100);
  expect(await noteHeartbeat(database.knex, run, 0n), 'it is told when it speaks again').toBeUndefined();
});

test('a heartbeat begins the time anew', async () => {
  const run = await hold('user:alive');
  const sweep = makeSweep();
  await sweep.at(0);
  await noteHeartbeat(database.knex, run, 0n);
  await sweep.at(limitMs - 1);
  await sweep.at(limitMs + 1);
  expect(await held('user:alive')).toBe(100n);
  await sweep.at(2 * limitMs);
  expect(await held('user:alive')).toBe(0n);
});

test('a run that speaks between the look and the reclaim is left alone', async () => {
  const run = await hold('user:lastword');
  const looked = (await findOpenRuns(database.knex)).find(({ id }) => id === run);
  if (!looked) throw new Error('the run is not open');
  await noteHeartbeat(database.knex, run, 0n);
  expect(await reclaimRun(database.knex, looked)).toBeUndefined();
  expect(await held('user:lastword')).toBe(100n);
});

test('a start begins the time anew, however old the last heartbeat is by any clock', async () => {
  const run = await hold('user:restart');
  await rowsOf(database.knex, `update run set seen_at = now() - interval '1 day' where id = ?`, [run]);
  await makeSweep().at(10 * limitMs);
  expect(await held('user:restart')).toBe(100n);
});

test('a ledger that could not hear does not know who was silent', async () => {
  await hold('user:deaf');
  let isAway = false;
  const knex = new Proxy(database.knex, {
    get: (target, name, receiver) => {
      if (isAway && name === 'raw') throw new Error('the database is away');
      return Reflect.get(target, name, receiver);
    },
  });
  const sweep = makeSweep(knex);
  await sweep.at(0);
  isAway = true;
  await expect(sweep.at(limitMs / 2)).rejects.toThrow('away');
  isAway = false;
  await sweep.at(limitMs + 1);
  expect(await held('user:deaf')).toBe(100n);
  await sweep.at(2 * limitMs + 2);
  expect(await held('user:deaf')).toBe(0n);
});

test('a ledger that was stopped could not hear either', async () => {
  await hold('user:stopped');
  const sweep = makeSweep();
  await sweep.at(0);
  await sweep.jumpTo(limitMs + 1);
  expect(await held('user:stopped')).toBe(100n);
  await sweep.at(2 * limitMs + 1);
  expect(await held('user:stopped')).toBe(100n);
  await sweep.at(2 * limitMs + 2);
  expect(await held('user:stopped')).toBe(0n);
});

test('a finished run whose release was missed is released', async () => {
  const run = await hold('user:missed');
  await rowsOf(database.knex, 'update run set last_seq = 3, applied_seq = 3 where id = ?', [run]);
  await makeSweep().at(0);
  expect(await held('user:missed')).toBe(0n);
});

test('a run that cannot be released keeps no other from being reclaimed', async () => {
  const { knex } = database;
  await hold('user:torn');
  const sweep = makeSweep();
  await sweep.at(0);
  await hold('user:whole');
  // As somebody may have done by hand: the purse does not hold what its slices do.
  await rowsOf(knex, `update purse set held = 0 where id = 'user:torn'`, []);
  await sweep.at(2 * limitMs);
  expect(await held('user:whole')).toBe(0n);
  await rowsOf(knex, `update purse set held = 100 where id = 'user:torn'`, []);
  await sweep.at(2 * limitMs + 1);
  expect(await held('user:torn'), 'it is tried again').toBe(0n);
});
