import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { rowsRead } from '@headgate/runtime/testing/rows-read';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fill } from '../bench/fill.ts';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { listRequest, listUsage } from './list-usage.ts';

const run = randomUUID();
/** Those of one millisecond come in any order. */
const [session = '', other = '', plain = '', ...parts] = Array.from({ length: 6 }, () =>
  randomUUIDv7(),
).sort();
const newest = { beforeId: '', offset: 0, limit: 10 };
let database: LedgerDatabase;

beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:3': null });
  const closes = [
    ...[session, other, plain].map((id) => ({ id })),
    ...parts.map((id) => ({ id, ref: session })),
    { id: randomUUIDv7(), ref: other },
  ];
  const path = ['user:3'];
  const made = closes.map((close, index) => makeClose({ ...close, run, path, seq: BigInt(index + 1) }));
  await settle(database.knex, made);
});
afterAll(() => database.drop());

describe('a request', () => {
  const find = async (requestId: string, filter: Partial<UsageFilter> = {}, page = newest) => {
    const { records, total } = await listRequest(database.knex, UsageFilter.fromPartial(filter), {
      ...page,
      requestId,
    });
    return { ids: records.map(({ id }) => id), total };
  };

  test('is found by its id, and a realtime session with all that was billed within it', async () => {
    expect(await find(plain)).toEqual({ ids: [plain], total: 1n });
    expect(await find(session)).toEqual({ ids: [...parts.toReversed(), session], total: 4n });
    expect(await find(parts[0] ?? '')).toEqual({ ids: [parts[0]], total: 1n });
    expect(await find(randomUUIDv7())).toEqual({ ids: [], total: 0n });
  });

  test('is found for nobody but its owner', async () => {
    expect(await find(session, { userIds: [3n], keyIds: [7n] })).toMatchObject({ total: 4n });
    expect(await find(session, { userIds: [3n], keyIds: [8n] })).toEqual({ ids: [], total: 0n });
  });

  test('has pages', async () => {
    const page = { ...newest, beforeId: parts[2] ?? '', offset: 1 };
    expect(await find(session, {}, page)).toEqual({ ids: [parts[0], session], total: 4n });
  });
});

test('an old session is found without a look at what came after it', async () => {
  const full = await makeLedgerDatabase();
  onTestFinished(() => full.drop());
  const traffic = { requests: 20_000, days: 60, users: 4, keysPerUser: 1, models: 3, channels: 2 };
  await fill(full.knex, { ...traffic, endMs: Date.now() }, () => undefined);
  const requestId = randomUUIDv7();
  await rowsOf(
    full.knex,
    `insert into entry (id, kind, ref, path, amount, input_hash)
     select id, 'settle', ?, '{}', 1, '' from (select id from usage order by id limit 400) as oldest`,
    [requestId],
  );
  await rowsOf(full.knex, 'analyze entry', []);
  const page = { ...newest, requestId };
  const read = await rowsRead(full.knex, async () => {
    expect(await listRequest(full.knex, UsageFilter.fromPartial({}), page)).toMatchObject({ total: 400n });
  });
  const ofUsage = [...read].filter(([table]) => table.startsWith('usage_'));
  expect(ofUsage.reduce((sum, [, rows]) => sum + rows, 0)).toBeLessThan(2_000);
});

test('a record names the session that it was billed within', async () => {
  const records = await listUsage(database.knex, UsageFilter.fromPartial({}), newest);
  const sessions = new Map(records.map(({ id, sessionId }) => [id, sessionId]));
  expect([plain, session, ...parts].map((id) => sessions.get(id))).toEqual([
    '',
    '',
    ...parts.map(() => session),
  ]);
});
