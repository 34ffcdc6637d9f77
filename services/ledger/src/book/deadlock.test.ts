/**
 * Test 15 of the money protocol, the other half of `shared-purses.test.ts`: locks are taken in one order, but should a
 * deadlock happen all the same (a statement of an administrator), it is tried again and reaches no caller.
 */
import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleBatch } from '../consume/settle-batch.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { passBy } from '../stage.ts';
import { findContradictions, openPurses, purseState } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { makeCursor } from './cursor.ts';
import { openPurse } from './purses/open-purse.ts';
import { finishRun } from './runs/finish-run.ts';
import { findOpenRuns, reclaimRun } from './runs/reclaim.ts';
import { draw } from './slices/draw.ts';
import { returnUnits } from './slices/return-units.ts';

let database: LedgerDatabase;
/** A person with a console of his own, who locks rows in any order. */
let administrator: Client;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  administrator = new Client({ connectionString: database.url });
  await administrator.connect();
  // What a sequence gave out stays given out when its transaction is rolled back.
  await administrator.query(`
    set search_path = ledger;
    create sequence refusals;
    create function refuse_twice() returns trigger language plpgsql security definer as $$ begin
      if nextval('ledger.refusals') <= 2 then raise exception using errcode = '40P01', message = 'deadlock detected'; end if;
      return new;
    end $$;
    create trigger refuse_twice before update on purse for each row
      when (new.id like 'user:refused-%') execute function refuse_twice();
    select setval('refusals', 1000);
  `);
});
afterAll(async () => {
  await administrator.end();
  await database.drop();
});

const toleranceMs = 900_000;

interface Held {
  run: string;
  path: string[];
}

const calls: [name: string, call: (held: Held) => Promise<unknown>, after: { used: bigint; held: bigint }][] =
  [
    [
      'a draw',
      ({ run, path }) => draw(database.knex, { run, path, drawNo: 2n, need: 30n, want: 0n }, { toleranceMs }),
      { used: 0n, held: 130n },
    ],
    [
      'a return',
      ({ run, path }) => returnUnits(database.knex, run, [{ path, returnedTotal: 40n }]),
      { used: 0n, held: 60n },
    ],
    ['a close', settleOne, { used: 10n, held: 90n }],
    ['the end of a run', ({ run }) => finishRun(database.knex, run, 0n), { used: 0n, held: 0n }],
    ['the reclaim of a run', reclaim, { used: 0n, held: 0n }],
    [
      'a grant',
      ({ path: [id = ''] }) => openPurse(database.knex, { id, unlimited: false, source: 'other', total: 5n }),
      { used: 0n, held: 100n },
    ],
  ];

async function settleOne({ run, path }: Held): Promise<void> {
  const cursor = { stream: run, streamCreated: 'today', lastSeq: 0n, lastMessageId: '' };
  await makeCursor(database.knex, cursor);
  const batch = { closes: [makeClose({ run, seq: 1n, path, inputTokens: 10n })], parked: [] };
  const to = { ...cursor, lastSeq: 1n, lastMessageId: 'one' };
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  expect(await settleBatch(context, batch, cursor, to)).toMatchObject({ entries: [{ amount: 10n }] });
}

async function reclaim({ run }: Held): Promise<void> {
  const open = (await findOpenRuns(database.knex)).find(({ id }) => id === run);
  if (!open) throw new Error('the run is not open');
  await reclaimRun(database.knex, open);
}

test.each(calls)('money 15: %s that a deadlock ends is tried again', async (_, call, after) => {
  const [run, purse] = [randomUUID(), `user:refused-${randomUUID()}`];
  await openPurses(database.knex, { [purse]: 1_000n });
  const path = [purse];
  await draw(database.knex, { run, path, drawNo: 1n, need: 100n, want: 0n }, { toleranceMs });
  await administrator.query('alter sequence refusals restart');
  await call({ run, path });
  const { rows } = await administrator.query("select nextval('refusals') > 3 as was_refused_twice");
  expect(rows).toEqual([{ was_refused_twice: true }]);
  expect(await purseState(database.knex, purse)).toMatchObject(after);
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('money 15: a draw that PostgreSQL ends to resolve a real deadlock is granted in the end', async () => {
  const run = randomUUID();
  await openPurses(database.knex, { 'user:first': 100n, 'user:second': 100n });
  const before = await countDeadlocks();
  // The draw looks for deadlocks long before the administrator does, and so it is the one to go; but it looks only once.
  await administrator.query(`do $$ begin
    execute format('alter database %I set deadlock_timeout = %L', current_database(), '2s');
  end $$`);
  const replica = database.connect();
  await administrator.query("begin; set local deadlock_timeout = '1min'");
  await administrator.query("select from purse where id = 'user:second' for update");
  const path = ['user:first', 'user:second'];
  const drawn = draw(replica, { run, path, drawNo: 1n, need: 10n, want: 0n }, { toleranceMs });
  await waitFor(async () => {
    // Inside of a transaction this view stands still.
    await administrator.query('select pg_stat_clear_snapshot()');
    const { rows } = await administrator.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === 1;
  }, 'the draw has the first purse and waits for the second');
  await administrator.query("select from purse where id = 'user:first' for update");
  await administrator.query('commit');
  expect(await drawn).toEqual({ kind: 'granted', grantedTotal: 10n });
  expect(await purseState(database.knex, 'user:first')).toMatchObject({ held: 10n });
  // Its connections say what they counted when they end at the latest.
  await replica.destroy();
  await waitFor(async () => (await countDeadlocks()) > before, 'PostgreSQL has counted the deadlock');
});

async function countDeadlocks(): Promise<bigint> {
  const [row] = await rowsOf<{ deadlocks: bigint }>(
    database.knex,
    'select deadlocks from pg_stat_database where datname = current_database()',
    [],
  );
  return row?.deadlocks ?? 0n;
}
