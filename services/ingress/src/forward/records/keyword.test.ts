import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testUser } from '../../testing/scripted-account.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld();
  const begun = await request(world.url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
});
beforeEach(() => {
  const { account, ledger } = world;
  account.user = testUser;
  account.found = { userIds: [9n], keyIds: [] };
  for (const list of [account.sought, ledger.asked]) list.length = 0;
  ledger.answers.listUsage = { records: [], hasMore: false, total: 0n, totalExact: true };
});
afterAll(() => world.stop());

const search = (path: string) => request(world.url).get(path).set('cookie', cookie);

test('a word is not read as the user or the key that a filter names otherwise', async () => {
  await search('/api/log/search?keyword=bob&username=ada&token_name=ci');
  expect(world.account.sought).toEqual([{ userId: 0n, username: 'ada', keyName: 'ci' }]);
  expect(world.ledger.asked).toMatchObject([{ filter: { userIds: [9n], model: 'bob' } }]);
});

test('a word that is what a filter says changes nothing of it', async () => {
  await search('/api/log/search?keyword=bob&username=bob&model_name=fast');
  expect(world.account.sought.at(-1)).toEqual({ userId: 0n, username: 'bob', keyName: '' });
  expect(world.ledger.asked).toMatchObject([{ filter: { userIds: [9n], model: 'fast' } }]);
});

const one = '01920000-0000-7000-8000-000000000001';
const other = '01920000-0000-7000-8000-000000000002';

test.each(['keyword=fast&model_name=slow', 'keyword=5&type=2', `keyword=${one}&request_id=${other}`])(
  'nothing is two things at once: %s',
  async (query) => {
    world.account.found = { userIds: [], keyIds: [] };
    const { body } = await search(`/api/log/self/search?${query}`);
    expect(body).toMatchObject({ success: true, data: { items: [], total: 0, next_cursor: '' } });
    expect(world.ledger.asked).toEqual([]);
  },
);
