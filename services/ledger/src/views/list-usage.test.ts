import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('a record names the session that it was billed within', async () => {
  const records = await listUsage(database.knex, UsageFilter.fromPartial({}), newest);
  const sessions = new Map(records.map(({ id, sessionId }) => [id, sessionId]));
  expect([plain, session, ...parts].map((id) => sessions.get(id))).toEqual([
    '',
    '',
    ...parts.map(() => session),
  ]);
});
