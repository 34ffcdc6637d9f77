import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { startRun } from '../../testing/model-gateway.ts';
import { draw } from '../slices/draw.ts';
import { finishRun } from './finish-run.ts';
import { forgetRuns } from './forget-runs.ts';
import { noteHeartbeat } from './heartbeat.ts';
import { findOpenRuns, reclaimRun } from './reclaim.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:f': 1_000n });
});
afterAll(() => database.drop());

test('runs and slices that were released a month ago are forgotten, what they booked is not', async () => {
  const { knex } = database;
  const path = ['user:f'];
  const [old, recent, open] = [startRun().id, startRun().id, startRun().id];
  for (const run of [old, recent, open]) {
    await draw(knex, { run, path, drawNo: 1n, need: 100n, want: 0n }, { toleranceMs: 900_000 });
    await settle(knex, [makeClose({ run, seq: 1n, path, inputTokens: 10n })]);
  }
  for (const run of [old, recent]) await finishRun(knex, run, 1n);
  await rowsOf(knex, `update run set finished_at = now() - interval '31 days' where id = ?`, [old]);
  await rowsOf(knex, `update run set seen_at = now() - interval '31 days' where id = ?`, [open]);

  expect(await forgetRuns(knex)).toBe(1);
  expect(await forgetRuns(knex)).toBe(0);
  const left = await rowsOf<{ id: string }>(knex, 'select id from run join slice on slice.run = run.id', []);
  expect(left.map(({ id }) => id).sort()).toEqual([recent, open].sort());
  expect(await findContradictions(knex)).toEqual([]);
});

test('a run that was reclaimed is over also when it is heard of after a month', async () => {
  const { knex } = database;
  const path = ['user:g'];
  await openPurses(knex, { 'user:g': 100n });
  const { id: run } = startRun();
  const asked = { run, path, drawNo: 1n, need: 100n, want: 0n };
  await draw(knex, asked, { toleranceMs: 900_000 });
  for (const open of await findOpenRuns(knex)) if (open.id === run) await reclaimRun(knex, open);
  await rowsOf(knex, `update run set finished_at = now() - interval '31 days' where id = ?`, [run]);
  await forgetRuns(knex);
  expect(await rowsOf(knex, 'select 1 from slice where run = ?', [run])).toEqual([]);

  const other = startRun().id;
  await draw(knex, { ...asked, run: other }, { toleranceMs: 900_000 });
  await settle(knex, [makeClose({ run: other, seq: 1n, path, inputTokens: 100n })]);
  expect(await noteHeartbeat(knex, run, 0n)).toBeUndefined();
  expect(await draw(knex, { ...asked, drawNo: 2n }, { toleranceMs: 900_000 })).toEqual({
    kind: 'run-finished',
  });
  const { entries } = await settle(knex, [makeClose({ run, seq: 1n, path, inputTokens: 60n })]);
  expect(entries).toMatchObject([{ late: true, amount: 60n }]);
  expect(await purseState(knex, 'user:g')).toEqual({ granted: 100n, used: 160n, held: 0n });
  expect(await finishRun(knex, run, 1n)).toEqual({ appliedSeq: 1n, isFinished: true });
  expect(await findContradictions(knex)).toEqual([]);
});
