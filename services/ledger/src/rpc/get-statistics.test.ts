import {
  GetStatisticsRequest_By as By,
  GetStatisticsRequest,
  type GetStatisticsRequest_Order as Order,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { mostSums } from '../views/list-statistics.ts';
import { createGetStatistics } from './get-statistics.ts';

const dayMs = 86_400_000;
const days = 100;
const models = mostSums / days + 1;
let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await rowsOf(
    database.knex,
    `insert into statistic
     select 'day', 0, day * 86400, 0, 'model-' || model, 1, 'default', 1, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 5, 4, model, 0
     from generate_series(0, ?) as day, generate_series(1, ?) as model`,
    [days - 1, models],
  );
});
afterAll(() => database.drop());

const ask = (of: Partial<GetStatisticsRequest>, ofDays = days) =>
  createGetStatistics(database)(
    GetStatisticsRequest.fromPartial({ ...of, filter: { untilMs: BigInt(ofDays * dayMs) } }),
  );

test('more sums than a ledger has room for are refused, and not held', async () => {
  const error = await ask({}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FaultError);
  expect(error).toMatchObject({ fault: { code: 'invalid_request', param: 'top' } });
  const { rows } = await ask({}, days - 1);
  expect(rows).toHaveLength((days - 1) * models);
});

test('their totals, and the dearest of them by the day, are had', async () => {
  expect((await ask({ total: true })).rows).toHaveLength(models);
  const { rows } = await ask({ top: 3 });
  expect(rows).toHaveLength(days * 4);
  expect(rows.slice(0, 4)).toMatchObject([
    { model: `model-${models - 2}`, amount: BigInt(models - 2), other: false },
    { model: `model-${models - 1}` },
    { model: `model-${models}` },
    { model: '', requests: BigInt(models - 3), other: true },
  ]);
});

test('what a page shows does not wait for sums of everything, of which two are made at a time', async () => {
  const done = Promise.withResolvers<void>();
  const isShown = (statement: string): boolean => /limit (7|100)\)/.test(statement);
  let large = 0;
  const raw = async (statement: string): Promise<unknown> => {
    if (isShown(statement)) return { rows: [] };
    large += 1;
    return done.promise.then(() => ({ rows: [] }));
  };
  const get = (knex: Knex, name: keyof Knex): unknown => (name === 'raw' ? raw : Reflect.get(knex, name));
  const getStatistics = createGetStatistics({ knex: new Proxy(database.knex, { get }) });
  const of = (shape: Partial<GetStatisticsRequest>) =>
    getStatistics(GetStatisticsRequest.fromPartial({ ...shape, filter: { untilMs: BigInt(days * dayMs) } }));
  const all = [of({}), of({ total: true }), of({ top: 1_000 })];
  const shown = Array.from({ length: 100 }, () => [of({ total: true, top: 100 }), of({ top: 7 })]).flat();
  await Promise.all(shown);
  expect(large).toBe(2);
  done.resolve();
  await Promise.all(all);
  expect(large).toBe(3);
});

test('sums of one who has few do not wait for sums of everything, those of one who has many do', async () => {
  for (const [user, rows] of [
    [70_007, 30],
    [80_008, 10_001],
  ] as const)
    await rowsOf(
      database.knex,
      `insert into statistic
       select span, ?, bucket, 1, model, channel_id, group_name, requests, failures, streams, input_fresh, input_cache_read,
         input_cache_write, input_audio, input_image, output_visible, output_reasoning, output_audio, duration_ms, first_byte_ms,
         amount, refunded
       from statistic where user_id = 0 limit ?`,
      [user, rows],
    );
  const done = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  let isDone = false;
  const wereMadeAfter: boolean[] = [];
  const raw = async (statement: string, bindings: readonly unknown[]): Promise<unknown> => {
    const isOfMany = bindings.flat().map(String).includes('80008');
    if (statement.includes('user_id = 0')) return done.promise.then(() => ({ rows: [] }));
    if (statement.includes('as sums') && isOfMany) wereMadeAfter.push(isDone);
    const answer = await database.knex.raw(statement, bindings as never);
    if (isOfMany) counted.resolve();
    return answer;
  };
  const get = (knex: Knex, name: keyof Knex): unknown => (name === 'raw' ? raw : Reflect.get(knex, name));
  const getStatistics = createGetStatistics({ knex: new Proxy(database.knex, { get }) });
  const of = (userIds: bigint[]) =>
    getStatistics(GetStatisticsRequest.fromPartial({ filter: { userIds, untilMs: BigInt(days * dayMs) } }));
  const all = [of([]), of([]), of([])];
  const many = of([80_008n]);
  await counted.promise;
  expect((await of([70_007n])).rows).toHaveLength(30);
  isDone = true;
  done.resolve();
  expect((await many).rows).toHaveLength(10_001);
  expect(wereMadeAfter).toEqual([true]);
  await Promise.all(all);
});

test.each<[string, Partial<GetStatisticsRequest>]>([
  ['top', { top: -1 }],
  ['top', { top: 1_001 }],
  ['order', { order: 9 as Order }],
  ['by', { by: By.KEY }],
])('%s is refused where it makes no sense: %j', async (param, of) => {
  const error = await ask(of).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ fault: { code: 'invalid_request', param } });
});
