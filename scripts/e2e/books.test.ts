/** The checker of the books, which other tests trust: every kind of contradiction is found. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { awaitClosedBooks, findContradictions, findHeld } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { unitsOf } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let id: string;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200' } } });
  id = (await ask(world, { key: keys.limited })).id;
  await ask(world, { key: keys.unlimited, model: 'gpt-4o-mini' });
  await ask(world, { key: keys.unlimited, model: 'fault-status-500' });
  await awaitClosedBooks({ ...world, unitsOf });
}, 120_000);
afterAll(() => world.stop());

const tampers: [what: string, statement: string, found: RegExp][] = [
  ['a close that was lost', 'delete from ledger.entry where id = $1', /was served and has 0 closing entries/],
  [
    'an interrupted request that costs',
    "update ledger.entry set kind = 'interrupted' where id = $1",
    /was interrupted and costs 5000/,
  ],
  [
    'a bill without a service',
    'update ledger.entry set id = gen_random_uuid() where id = $1',
    /costs 5000 and nothing was produced/,
  ],
  [
    'a wrong price',
    'update ledger.entry set amount = 4999 where id = $1',
    /costs 4999, what was served costs 5000/,
  ],
  [
    'an estimate out of thin air',
    "update ledger.usage set usage_source = 'estimated', output_visible = 40 where id = $1",
    /is estimated at 40 tokens of output, not 1$/,
  ],
  [
    'a usage log of its own mind',
    'update ledger.usage set amount = 1 where id = $1',
    /costs 5000, its usage says 1$/,
  ],
];

test.each(tampers)('%s is found', async (_, statement, found) => {
  await world.sql('begin');
  try {
    await world.sql(statement, [id]);
    const contradictions = await findContradictions({ ...world, unitsOf });
    expect(contradictions.filter((line) => found.test(line))).not.toEqual([]);
  } finally {
    await world.sql('rollback');
  }
});

test('what the ledger itself finds in its books is found', async () => {
  await world.sql("update ledger.purse set used = used + 1 where id like 'user:%'");
  try {
    expect(await findContradictions(world)).toEqual([
      expect.stringMatching(/^purses: user:\d+ used 1?\d+, its entries say \d+$/),
    ]);
  } finally {
    await world.sql("update ledger.purse set used = used - 1 where id like 'user:%'");
  }
});

test('what is still held is found', async () => {
  await world.sql('begin');
  await world.sql("update ledger.purse set held = 7 where id like 'key:%'");
  expect(await findHeld(world)).toContainEqual(expect.stringMatching(/^key:\d+ still holds 7$/));
  await world.sql('rollback');
});
