import { type HandleRequest, Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { createLog } from '@headgate/runtime/log';
import { connectPostgres } from '@headgate/runtime/postgres/connect';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ApiContext } from '../context.ts';
import { acceptance } from '../testing/limits/vendors.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test.each([
  ['/v1/videos', Operation.CREATE_VIDEO, 'queued'],
  ['/v1/video/generations', Operation.CREATE_UNIFIED, 'in_progress'],
] as const)('%s answers a vendor that begins at once in its own word', async (_path, operation, status) => {
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"v1_1","status":"in_progress"}') });
  const models = [{ name: 'omni', upstream: 'gemini-omni-1.2-flash', priceModel: 'omni' }];
  const api = createTestApi(media, [testChannel({ provider: 'gemini', models })], { family: 'V4' });
  const { body } = await handle(api, requestOf({ operation, body: { model: 'omni', prompt: 'a mill' } }));
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ object: 'video', status, progress: 0 });
});

test.each([
  ['V5', 'minimax-v2', 'MiniMax-H3', '2K', '2K'],
  ['V10', 'tencent-vod', 'Kling-2.6', '9:16', '9:16'],
  ['kling', 'kling', 'kling-v2', '1:1', '1:1'],
  ['V1', 'openai', 'sora-2', '1280x720', '1280x720'],
  ['V2', 'gemini', 'veo-3.1-generate-preview', '16:9', '1280x720'],
])(
  '%s tells the size that was asked for, or what is rendered for it',
  async (family, provider, upstream, size, told) => {
    media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(acceptance)) });
    const models = [{ name: 'm', upstream, priceModel: 'm' }];
    const keys = [provider === 'tencent-vod' ? 'a:b:1' : 'a:b'];
    const api = createTestApi(media, [testChannel({ provider, models, keys })], { family });
    const request = requestOf({
      operation: Operation.CREATE_VIDEO,
      body: { model: 'm', prompt: 'a mill', size },
    });
    const { body } = await handle(api, request);
    expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ size: told });
  },
);

/** A create, the api that it comes to, and what that logs. */
function createOfSora(): { api: ApiContext; request: HandleRequest; lines: string[] } {
  const lines: string[] = [];
  const log = createLog('media-api', 'warn', { write: (line) => lines.push(line) });
  const models = [{ name: 'sora-2', upstream: 'sora-2', priceModel: 'sora-2' }];
  const api = { ...createTestApi(media, [testChannel({ models })]), log };
  const body = { model: 'sora-2', prompt: 'a mill' };
  return { api, request: requestOf({ operation: Operation.CREATE_VIDEO, body }), lines };
}

/** From now on the database refuses tasks as they are written down, or as they are committed. */
async function refuseTasks(when: 'immediate' | 'deferred'): Promise<void> {
  const { knex } = media.context;
  await knex.raw(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'no room' using errcode = 'disk_full'; end $$`);
  await knex.raw(
    `create constraint trigger refuse after insert on task deferrable initially ${when} for each row execute function refuse()`,
  );
  onTestFinished(() => knex.raw('drop function refuse cascade'));
}

/** A database that does not answer. */
function noDatabase(): ReturnType<typeof connectPostgres> {
  const knex = connectPostgres('postgres://nobody@127.0.0.1:1/nothing');
  onTestFinished(() => knex.destroy());
  return knex;
}

test.each([
  ['its own id', {}],
  ['its own id, once more', { isRepeat: true }],
  ['an idempotency key', { headers: [{ name: 'idempotency-key', value: 'a' }] }],
])('a create that the database does not answer says that nothing was made: %s', async (_what, of) => {
  const { api, request, lines } = createOfSora();
  await expect(handle({ ...api, knex: noDatabase() }, { ...request, ...of })).rejects.toMatchObject({
    fault: { code: 'service_unavailable', notStarted: true },
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId: request.requestId }]);
});

test.each([
  ['a remix', { operation: Operation.REMIX_VIDEO, taskId: 'task_1', body: { prompt: 'in winter' } }],
  ['a button', { operation: Operation.MJ_CHANGE, body: { taskId: '1', action: 'UPSCALE', index: 1 } }],
  [
    'a longer film',
    { operation: Operation.KLING_CREATE, action: 'videos/video-extend', body: { video_id: 'task_1' } },
  ],
])('so does what goes on from a task: %s', async (_what, asked) => {
  const api = { ...createTestApi(media, [testChannel()]), knex: noDatabase() };
  await expect(handle(api, requestOf(asked))).rejects.toMatchObject({
    fault: { code: 'service_unavailable', notStarted: true },
  });
});

test('so does a create that the database reads and does not write', async () => {
  await refuseTasks('immediate');
  const { api, request, lines } = createOfSora();
  await expect(handle(api, request)).rejects.toMatchObject({
    fault: { code: 'service_unavailable', notStarted: true },
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId: request.requestId }]);
});

test('a create whose commit goes wrong does not: it may have been made', async () => {
  await refuseTasks('deferred');
  const { api, request } = createOfSora();
  await expect(handle(api, request)).rejects.toMatchObject({ code: '53100' });
});
