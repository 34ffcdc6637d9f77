import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  EntryRecord,
  ExplainBillResponse,
  ModelStatistic,
  UsageFilter_Outcome,
  UsageRecord,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testUser } from '../../testing/scripted-account.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let cookie: string;

const id = '019aa6d2-8c00-7000-8000-000000000001';
const madeAt = Math.floor(0x019aa6d28c00 / 1_000);
const record = UsageRecord.fromPartial({
  id,
  userId: 7n,
  keyId: 5n,
  channelId: 4n,
  model: 'fast',
  priceModel: 'gpt-4o-mini',
  group: 'vip',
  amount: 12n,
  usage: Usage.fromPartial({ inputFresh: 10n, inputCacheRead: 3n, outputVisible: 5n, outputReasoning: 2n }),
  usageSource: 'upstream',
  ending: 'completed',
  status: 200,
  stream: true,
  attempts: 2,
  durationMs: 1_600,
  firstByteMs: 321,
});

beforeAll(async () => {
  world = await startWorld();
  const begun = await request(world.url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
});
beforeEach(() => {
  const { account, ledger } = world;
  account.user = testUser;
  account.found = { userIds: [], keyIds: [] };
  for (const list of [account.sought, account.namesAsked, ledger.asked]) list.length = 0;
  ledger.answers.listUsage = { records: [record], hasMore: true, total: 41n, totalExact: true };
});
afterAll(() => world.stop());

const get = (path: string) => request(world.url).get(path).set('cookie', cookie);
const asked = () => world.ledger.asked.at(-1);

const seenByAll = {
  id,
  request_id: id,
  created_at: madeAt,
  type: 2,
  content: '',
  user_id: 7,
  username: 'user 7',
  token_id: 5,
  token_name: 'key 5',
  model_name: 'fast',
  group: 'vip',
  quota: 12,
  prompt_tokens: 13,
  completion_tokens: 7,
  use_time: 2,
  is_stream: true,
  other: expect.any(String),
};
const other = {
  cache_tokens: 3,
  cache_creation_tokens: 0,
  reasoning_tokens: 2,
  audio_input: 0,
  audio_output: 0,
  image_input: 0,
  usage_source: 'upstream',
  frt: 321,
  duration_ms: 1_600,
  ending: 'completed',
  status: 200,
};

test('a user sees own records, and nothing of channels or upstream names', async () => {
  const { status, body } = await get('/api/log/self?channel=4');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: '',
    data: { items: [seenByAll], total: 41, total_exact: true, page: 1, page_size: 10, next_cursor: id },
  });
  expect(JSON.parse(body.data.items[0].other)).toEqual(other);
  expect(asked()).toMatchObject({ filter: { userIds: [7n], keyIds: [], channelId: undefined }, limit: 10 });
  expect(world.account.namesAsked.flatMap(({ channelIds }) => channelIds)).toEqual([]);
});

test('an administrator sees everybody’s records with their channels', async () => {
  const { body } = await get('/api/log/?channel=4');
  expect(body.data.items).toEqual([{ ...seenByAll, channel: 4, channel_name: 'channel 4' }]);
  expect(JSON.parse(body.data.items[0].other)).toEqual({
    ...other,
    admin_info: { price_model: 'gpt-4o-mini', price_version: 0, catalog_version: 0, attempts: 2 },
  });
  expect(asked()).toMatchObject({ filter: { userIds: [], keyIds: [], channelId: 4n } });
});

test.each(['/api/log', '/api/log/stat', '/api/data'])('%s is refused to users', async (path) => {
  world.account.user = { ...testUser, role: Role.USER };
  const { status, body } = await get(path);
  expect(status).toBe(403);
  expect(body).toEqual({ success: false, message: 'Only administrators may do this.' });
  expect(world.ledger.asked).toEqual([]);
});

test.each([
  ['expired', { expiresAt: 1n }],
  ['good', {}],
])('a key that is %s reads its own records', async (_name, of) => {
  const key = world.account.put('sk-reader', of);
  const { body } = await request(world.url)
    .get('/api/log/token?username=bob')
    .set('authorization', 'Bearer sk-reader');
  expect(body.data.items).toEqual([seenByAll]);
  expect(asked()).toMatchObject({ filter: { userIds: [7n], keyIds: [key.id] } });
  expect(world.account.sought).toEqual([]);
});

test('filters reach the ledger, times as milliseconds with their last second', async () => {
  const query = 'start_timestamp=100&end_timestamp=200&model_name=m&group=g&type=5&p=3&page_size=20';
  await get(`/api/log/self?${query}`);
  expect(asked()).toMatchObject({
    filter: { fromMs: 100_000n, untilMs: 201_000n, model: 'm', group: 'g', outcome: 2 },
    offset: 40,
    limit: 20,
    beforeId: '',
  });
});

test('names of users and keys are looked up first, among one’s own keys for a user', async () => {
  world.account.found = { userIds: [9n], keyIds: [3n] };
  await get('/api/log?username=bob&token_name=ci');
  expect(world.account.sought).toEqual([{ username: 'bob', userId: 0n, keyName: 'ci' }]);
  expect(asked()).toMatchObject({ filter: { userIds: [9n], keyIds: [3n] } });
  await get('/api/log/self?username=bob&token_name=ci');
  expect(world.account.sought.at(-1)).toEqual({ username: '', userId: 7n, keyName: 'ci' });
});

test('a name that nobody has gives empty answers, and never everybody’s', async () => {
  expect((await get('/api/log?username=nobody')).body.data).toMatchObject({
    items: [],
    total: 0,
    next_cursor: '',
  });
  expect((await get('/api/log/stat?username=nobody')).body.data).toMatchObject({ quota: 0, rpm: 0, tpm: 0 });
  expect((await get('/api/data?username=nobody')).body.data).toEqual([]);
  expect(world.ledger.asked).toEqual([]);
});

const sought = () => world.account.sought;

test('a word finds the requests of a user or a key of that name, or else of a model', async () => {
  world.account.found = { userIds: [9n], keyIds: [] };
  await get('/api/log/search?keyword=bob&p=2');
  expect(sought()[0]).toEqual({ userId: 0n, username: 'bob', keyName: '' });
  expect(asked()).toMatchObject({ filter: { userIds: [9n], model: '' }, offset: 10 });
  world.account.found = { userIds: [7n], keyIds: [3n] };
  await get('/api/log/self/search?keyword=ci&username=bob');
  // Once to know what the word is, and once for whose it is.
  const own = { userId: 7n, username: '', keyName: 'ci' };
  expect(sought().slice(2)).toEqual([own, own]);
  expect(asked()).toMatchObject({ filter: { userIds: [7n], keyIds: [3n], model: '' } });
  world.account.found = { userIds: [], keyIds: [] };
  await get('/api/log/self/search?keyword=fast');
  expect(asked()).toMatchObject({ filter: { userIds: [7n], keyIds: [], model: 'fast' } });
  await get('/api/log/search?keyword=ci&username=bob');
  expect(sought()).toContainEqual({ userId: 0n, username: 'bob', keyName: 'ci' });
});

test.each(['self/search?keyword', 'self?request_id'])(
  'a request’s id is what the ledger is asked for: %s',
  async (path) => {
    const { body } = await get(`/api/log/${path}=${id.toUpperCase()}&p=2`);
    expect(body.data).toMatchObject({ items: [seenByAll] });
    expect(asked()).toMatchObject({ filter: { userIds: [7n] }, requestId: id, limit: 10, offset: 10 });
  },
);

test('what a ledger of the version before lists beside the request that was asked for is left out', async () => {
  const { records, ...page } = world.ledger.answers.listUsage;
  const others = records.map((record) => ({ ...record, id: '01920000-0000-7000-8000-000000000000' }));
  world.ledger.answers.listUsage = { ...page, records: [...others, ...records] };
  expect((await get(`/api/log/self?request_id=${id}`)).body.data.items).toEqual([
    expect.objectContaining({ id }),
  ]);
});

test('what was billed within a realtime session names it', async () => {
  const { records, ...page } = world.ledger.answers.listUsage;
  const within = records.map((record) => ({ ...record, sessionId: 'session' }));
  world.ledger.answers.listUsage = { ...page, records: within };
  const [item] = (await get('/api/log/self')).body.data.items;
  expect(item).toMatchObject({ id, request_id: id });
  expect(JSON.parse(item.other)).toEqual({ ...other, session_id: 'session' });
});

test('a digit is a type, no word is no filter, and parts of words are refused', async () => {
  await get('/api/log/self/search?keyword=5');
  expect(asked()).toMatchObject({ filter: { outcome: 2 } });
  await get('/api/log/self/search');
  expect(asked()).toMatchObject({ filter: { userIds: [7n], model: '', outcome: 0 } });
  const { status, body } = await get('/api/log/self/search?keyword=gpt%25');
  expect(status).toBe(200);
  expect(body).toEqual({ success: false, message: expect.stringContaining('Whole words') });
});

test('administrators remove records in whole months, and are named for it', async () => {
  const remove = (query: string) => request(world.url).delete(`/api/log${query}`).set('cookie', cookie);
  world.ledger.answers.dropUsage = { requests: 12n, keptFromMs: BigInt(Date.UTC(2026, 9, 1)) };
  expect((await remove('?target_timestamp=1790899200')).body).toEqual({
    success: true,
    message: 'Records are kept from 2026-10-01 on.',
    data: 12,
  });
  expect(asked()).toEqual({ beforeMs: 1_790_899_200_000n, by: 'user 7' });
  world.ledger.asked.length = 0;
  for (const query of ['', '?target_timestamp=0', '?target_timestamp=soon']) {
    expect((await remove(query)).body).toEqual({
      success: false,
      message: expect.stringContaining('target_timestamp'),
    });
  }
  world.account.user = { ...testUser, role: Role.USER };
  expect((await remove('?target_timestamp=1790899200')).status).toBe(403);
  expect(world.ledger.asked).toEqual([]);
});

test('deep pages go on from a cursor alone', async () => {
  const deep = await get('/api/log/self?p=102&page_size=100');
  expect(deep.status).toBe(200);
  expect(deep.body).toEqual({ success: false, message: expect.stringContaining('next_cursor') });
  await get(`/api/log/self?p=102&page_size=100&cursor=${id}`);
  expect(asked()).toMatchObject({ beforeId: id, offset: 0, limit: 100 });
});

test.each([
  'p=x',
  'page_size=-1',
  'start_timestamp=1e9',
  'end_timestamp=999999999999999',
  'cursor=1',
  'type=a',
  'request_id=abc',
])('%s is refused by its name', async (query) => {
  const { body } = await get(`/api/log/self?${query}`);
  expect(body).toEqual({ success: false, message: expect.stringContaining(query.split('=')[0] ?? '') });
});

test.each([
  ['/api/log?username=ada&username=bob', 'username'],
  ['/api/log/stat?model_name=a&model_name=b', 'model_name'],
  ['/api/data?group=a%00b', 'group'],
  ['/api/task?task_id=one&task_id=two', 'task_id'],
])('%s is refused, and not answered without the filter', async (path, name) => {
  world.account.user = { ...testUser, role: Role.ADMIN };
  const { body } = await get(path);
  expect(body).toEqual({ success: false, message: expect.stringMatching(new RegExp(`^${name} `)) });
  expect(world.ledger.asked).toEqual([]);
});

test('refunds and grants are asked for by their type', async () => {
  const entry = EntryRecord.fromPartial({ id, ref: 'request', path: ['key:5', 'user:7'], amount: -4n });
  world.ledger.answers.listEntries = { records: [entry], hasMore: false, total: 1n, totalExact: true };
  const refunds = await get('/api/log/self?type=6');
  expect(asked()).toMatchObject({ kind: 1, purses: ['user:7'] });
  expect(refunds.body.data.items).toMatchObject([
    { type: 6, quota: 4, request_id: 'request', user_id: 7, token_id: 5, token_name: 'key 5' },
  ]);
  const grant = EntryRecord.fromPartial({ id, ref: 'config', path: ['user:7'], amount: 500n });
  world.ledger.answers.listEntries = { records: [grant], hasMore: false, total: 1n, totalExact: true };
  expect((await get('/api/log?type=1')).body.data.items).toMatchObject([
    { type: 1, quota: 500, content: 'config', request_id: '', user_id: 7, token_id: 0, token_name: '' },
  ]);
  expect(asked()).toMatchObject({ kind: 2, purses: [] });
  expect((await get('/api/log/self?type=6&model_name=m')).body.success).toBe(false);
  expect((await get('/api/log/self?type=3')).body.data.items).toEqual([]);
});

test('sums and hours come in their own shapes', async () => {
  const { answers } = world.ledger;
  answers.sumUsage = { amount: 9n, exact: true, requestsPerMinute: 2n, tokensPerMinute: 30n };
  expect((await get('/api/log/self/stat')).body.data).toEqual({
    quota: 9,
    rpm: 2,
    tpm: 30,
    quota_exact: true,
  });
  await get('/api/log/self/stat?type=5');
  expect(asked()).toMatchObject({ filter: { outcome: UsageFilter_Outcome.FAILED } });
  const hour = ModelStatistic.fromPartial({
    startedAt: 3_600n,
    model: 'm',
    requests: 4n,
    failures: 1n,
    tokens: 50n,
    amount: 6n,
    refunded: 1n,
    keyId: 5n,
    durationMs: 900n,
    firstByteMs: 300n,
    inputTokens: 40n,
    outputTokens: 10n,
  });
  answers.getStatistics = { rows: [hour] };
  const { body } = await get('/api/data/self?start_timestamp=3600&end_timestamp=7199');
  expect(body.data).toEqual([
    {
      created_at: 3_600,
      model_name: 'm',
      count: 4,
      failed: 1,
      token_used: 50,
      prompt_tokens: 40,
      completion_tokens: 10,
      quota: 6,
      refunded: 1,
      duration_ms: 900,
      first_byte_ms: 300,
    },
  ]);
  expect(asked()).toMatchObject({ filter: { userIds: [7n], fromMs: 3_600_000n, untilMs: 7_200_000n } });
  const long = await get('/api/data/self?start_timestamp=1&end_timestamp=99999999');
  expect(long.body).toEqual({ success: false, message: 'At most 400 days can be asked for at once.' });
});

test.each([
  ['/api/data/self?by=key', { token_id: 5, token_name: 'key 5' }],
  ['/api/data/self?by=group', { group: '' }],
  ['/api/data?by=channel', { channel: 0, channel_name: '' }],
])('%s names what its sums are by', async (path, members) => {
  world.ledger.answers.getStatistics = { rows: [ModelStatistic.fromPartial({ keyId: 5n })] };
  expect((await get(path)).body.data).toMatchObject([members]);
});

test.each([
  ['/api/data/self?by=channel', 'by must be one of model, key, group.'],
  ['/api/data/self?by=colour', 'by must be one of model, key, group.'],
  ['/api/data/self?by=constructor', 'by must be one of model, key, group.'],
  ['/api/data?by=key', 'Name a user for sums by key: username.'],
])('%s is refused', async (path, message) => {
  expect((await get(path)).body).toEqual({ success: false, message });
});

test("a request's bill is its user's to see, and what served it the administrators'", async () => {
  const { answers } = world.ledger;
  const path = (scope: string) => `/api/log/${scope}${id}/bill`;
  const nothing = { success: false, message: 'Nothing is booked for this request, or not yet.' };
  expect((await get(path('self/'))).body).toEqual(nothing);
  const request = { model: 'fast', priceModel: 'm@flex', channelId: 4n, attempts: 2 };
  const bill = { requestId: id, amount: 12n, path: ['key:5', 'user:7'], request };
  const line = {
    quantity: 3n,
    rate: { what: 'inputFresh', usd: '0.15', per: 1_000_000n },
    usd: '0.00000045',
  };
  const derivation = { ratio: '0.8', lines: [line], units: 12n, exactUnits: '11.9' };
  answers.explainBill = ExplainBillResponse.fromPartial({
    bill: { ...bill, derivation },
    parked: ['a close waits'],
  });
  const own = (await get(path('self/'))).body.data;
  expect(own).toMatchObject({
    bill: {
      quota: 12,
      request: { model_name: 'fast', service_tier: 'flex' },
      derivation: {
        ratio: '0.8',
        exact_quota: '11.9',
        lines: [{ what: 'inputFresh', quantity: 3, rate_usd: '0.15', per: 1_000_000, usd: '0.00000045' }],
      },
    },
  });
  for (const hidden of ['channel', 'price_model', 'attempts'])
    expect(own.bill.request).not.toHaveProperty(hidden);
  expect(own).not.toHaveProperty('parked');
  expect((await get(path(''))).body.data).toMatchObject({
    parked: ['a close waits'],
    bill: { request: { channel: 4, price_model: 'm@flex', attempts: 2 } },
  });
  answers.explainBill = ExplainBillResponse.fromPartial({ bill: { ...bill, path: ['key:6', 'user:8'] } });
  expect((await get(path('self/'))).body).toEqual(nothing);
});
