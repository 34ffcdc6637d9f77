import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { TaskRecord } from '@headgate/proto/gen/headgate/media/v1/media';
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
  world.account.user = testUser;
  world.account.found = { userIds: [], keyIds: [] };
  const film = TaskRecord.fromPartial({
    id: 'task_1',
    seq: 41n,
    userId: 7n,
    keyId: 5n,
    channelId: 4n,
    surface: 'video',
    action: 'generate',
    model: 'sora-2',
    status: 'succeeded',
    progress: 100,
    amount: 200_000n,
    createdAtMs: 1_763_700_000_123n,
    finishedAtMs: 1_763_700_009_000n,
    prompt: 'a mill',
    media: ['image', 'video'],
    requestId: 'r-1',
  });
  world.media.tasks = { tasks: [film], total: 9n, totalExact: true, hasMore: true };
});
afterAll(() => world.stop());

const get = (path: string) => request(world.url).get(path).set('cookie', cookie);
const shared = {
  task_id: 'task_1',
  request_id: 'r-1',
  platform: 'video',
  action: 'generate',
  model_name: 'sora-2',
  user_id: 7,
  username: 'user 7',
  token_id: 5,
  token_name: 'key 5',
  group: '',
  status: 'succeeded',
  progress: 100,
  quota: 200_000,
  created_at: 1_763_700_000,
  submit_time: 0,
  finish_time: 1_763_700_009,
  fail_code: '',
  fail_reason: '',
  media: [
    { kind: 'image', url: '/v1/videos/task_1/content' },
    { kind: 'video', url: '/v1/videos/task_1/content?index=1' },
  ],
};

test("one's own tasks have what was asked for, and not who serves them", async () => {
  const { body } = await get('/api/task/self?p=2&page_size=3&status=succeeded&model_name=sora-2');
  expect(body.data).toEqual({
    items: [{ ...shared, prompt: 'a mill' }],
    total: 9,
    total_exact: true,
    page: 2,
    page_size: 3,
    next_cursor: '41',
  });
  expect(world.media.listed.at(-1)).toMatchObject({
    userIds: [7n],
    surfaces: ['video', 'image', 'image-async', 'kling'],
    status: 'succeeded',
    model: 'sora-2',
    offset: 3,
    limit: 3,
    beforeSeq: 0n,
  });
});

test("everybody's have who serves them, and not what was asked for", async () => {
  const { body } = await get('/api/task?cursor=41&task_id=task_1');
  expect(body.data.items).toEqual([{ ...shared, channel: 4, channel_name: 'channel 4' }]);
  expect(world.media.listed.at(-1)).toMatchObject({
    userIds: [],
    beforeSeq: 41n,
    offset: 0,
    taskId: 'task_1',
  });
});

test('a group is what one may ask for, and administrators a channel too', async () => {
  await get('/api/mj?group=vip&channel=4');
  expect(world.media.listed.at(-1)).toMatchObject({ group: 'vip', channelId: 4n });
  await get('/api/task/self?group=vip&channel=4');
  expect(world.media.listed.at(-1)).toMatchObject({ userIds: [7n], group: 'vip', channelId: 0n });
});

test('tasks of the /mj/ family are shown where everybody may', async () => {
  const picture = TaskRecord.fromPartial({ id: 'task_2', surface: 'mj', media: ['image'] });
  world.media.tasks = { tasks: [picture], total: 1n, totalExact: true, hasMore: false };
  const { body } = await get('/api/mj/self');
  expect(body.data.items[0].media).toEqual([{ kind: 'image', url: '/mj/image/task_2' }]);
  expect(body.data.next_cursor).toBe('');
  expect(world.media.listed.at(-1)).toMatchObject({ surfaces: ['mj'] });
});

test('films of the /mj/ family are counted apart from the picture beside them', async () => {
  const film = TaskRecord.fromPartial({ id: 'task_3', surface: 'mj', media: ['image', 'video', 'video'] });
  world.media.tasks = { tasks: [film], total: 1n, totalExact: true, hasMore: false };
  const { body } = await get('/api/mj/self');
  expect(body.data.items[0].media).toEqual([
    { kind: 'image', url: '/mj/image/task_3' },
    { kind: 'video', url: '/mj/image/task_3?index=0' },
    { kind: 'video', url: '/mj/image/task_3?index=1' },
  ]);
});

test('a task that failed costs nothing, whatever was held for it', async () => {
  const failed = TaskRecord.fromPartial({ id: 'task_3', status: 'failed', amount: 200_000n });
  world.media.tasks = { tasks: [failed], total: 1n, totalExact: true, hasMore: false };
  expect((await get('/api/task/self')).body.data.items[0]).toMatchObject({ status: 'failed', quota: 0 });
});

test.each([
  ['/api/task/self?status=done', 'status must be queued, processing, succeeded or failed.'],
  ['/api/task/self?cursor=x', 'cursor is not one that a page gave.'],
])('%s is refused', async (path, message) => {
  expect((await get(path)).body).toEqual({ success: false, message });
});

test("nobody is called so: nothing is theirs, and users see no page of everybody's", async () => {
  const { length } = world.media.listed;
  expect((await get('/api/task?username=nobody')).body.data).toMatchObject({ items: [], total: 0 });
  world.account.user = { ...testUser, role: Role.USER };
  expect((await get('/api/task')).status).toBe(403);
  expect((await get('/api/mj')).status).toBe(403);
  expect(world.media.listed).toHaveLength(length);
});
