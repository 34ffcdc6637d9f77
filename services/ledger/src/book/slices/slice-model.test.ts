/** Test 17 of the money protocol: the slice model as a property of the real SQL, with what a seed makes happen. */

import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { findContradictions, findExcess } from '../../testing/book.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { seededRandom } from '../../testing/random.ts';
import { createSliceWorld, endTraffic, type SliceWorld, step } from '../../testing/slice-world.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const steps = Number(process.env.HEADGATE_TEST_STEPS ?? 800);

/** Two keys of one user, one of them limited, a model limit, and a user without any limit. */
const paths = [['key:1', 'user:1'], ['key:2', 'user:1'], ['key:1', 'key:1:model:m', 'user:1'], ['user:free']];
const grants = { 'user:1': 4_000n, 'key:1': 2_500n, 'key:1:model:m': 800n, 'key:2': null, 'user:free': null };

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** No purse exceeds its grant by more than at the last look, but for what was allowed since. */
async function checkBooks(world: SliceWorld): Promise<void> {
  expect(await findContradictions(database.knex)).toEqual([]);
  const excess = await findExcess(database.knex);
  const beyond = [...excess].filter(([purse, units]) => units > (world.allowances.get(purse) ?? 0n));
  expect(beyond, 'purses spend what they were granted').toEqual([]);
  world.allowances = excess;
}

test('money 17: no loss, doubling, reordering, kill, reclaim or changed grant breaks the books', async () => {
  onTestFailed(() => void process.stderr.write(`HEADGATE_TEST_SEED=${seed} HEADGATE_TEST_STEPS=${steps}\n`));
  const world = await createSliceWorld({ knex: database.knex, random: seededRandom(seed), paths }, grants);
  for (let count = 1; count <= steps; count += 1) {
    await step(world);
    if (count % 10 === 0) await checkBooks(world);
  }
  await endTraffic(world);
  await checkBooks(world);

  expect([world.dead, world.silent, world.media.tasks]).toEqual([[], [], []]);
  expect(await rowsOf(database.knex, 'select id, held from purse where held <> 0', [])).toEqual([]);
  expect(await rowsOf(database.knex, 'select id from run where finished_at is null', [])).toEqual([]);
  const closes = [...[...world.everyRun].flatMap(({ journal }) => journal), ...world.media.billed];
  const billed = closes.reduce((sum, { usage }) => sum + (usage?.inputFresh ?? 0n), 0n);
  const [booked] = await rowsOf(
    database.knex,
    `select count(*), sum(entry.amount)::bigint as amount,
       coalesce(sum(entry.amount) filter (where late), 0)::bigint as late,
       coalesce(sum(entry.amount) filter (where late and usage.run is not null and not reclaimed), 0)::bigint as wrongly_late
     from entry join usage using (id) left join run on run.id = usage.run`,
    [],
  );
  expect(booked).toEqual({
    count: BigInt(closes.length),
    amount: billed,
    late: world.unbacked,
    wrongly_late: 0n,
  });
  expect(closes.length).toBeGreaterThan(steps / 20);
}, 120_000);
