/** What holds for every operation and every surface: nothing of a vendor is told, and nothing of another's tasks. */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventOf } from '../callbacks/event.ts';
import type { ApiContext } from '../context.ts';
import { finishTask } from '../sql/endings/finish-task.ts';
import type { Surface, Task } from '../task/task.ts';
import { baseUrl, createTestApi, requestOf } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
let api: ApiContext;
beforeAll(async () => {
  media = await createTestMedia();
  api = createTestApi(media);
});
afterAll(() => media.stop());

/** Every one, those that take a task away last. */
const operations = Object.entries(Operation)
  .filter(([name]) => name !== 'UNSPECIFIED')
  .sort(([one], [other]) => Number(one.includes('DELETE')) - Number(other.includes('DELETE')))
  .map(([, operation]) => operation);

const surfaces: readonly Surface[] = ['video', 'image', 'image-async', 'mj', 'kling'];
const endings = ['open', 'succeeded', 'failed'] as const;

/** In the words of each. */
const actions = {
  video: 'generate',
  image: 'generate',
  'image-async': 'generate',
  mj: 'IMAGINE',
  kling: 'videos/text2video',
} as const;

/** What stands in a task's row, or beside it, and is nobody's business. */
const secrets = {
  upstreamId: 'operations/upstream-id-of-the-vendor',
  upstreamModel: 'the-vendors-name-of-the-model',
  upstreamState: 'what-the-adapter-needs',
  key: 'the-vendors-own-key',
  host: 'vendor.secret.test',
  mediaHost: 'bucket.secret.test',
  channelId: '987654321',
  group: 'the-price-group',
  priceModel: 'what-prices-name',
  amount: '123456789',
  purse: 'key:555444333',
  button: 'MJ::JOB::upsample::1::of-the-vendor',
  job: 'members-of-a-job',
  upstreamFile: 'the-vendors-id-of-the-film',
  storeKey: 'r/20261121/0123456789abcdef',
};

/** What a task of the /mj/ family has beside what all have. */
const mj = {
  action: actions.mj,
  job: { route: 'submit/imagine', members: { accountFilter: secrets.job } },
  botType: 'MID_JOURNEY',
  state: null,
  customId: null,
  description: 'Submit success',
};

async function make(surface: Surface, ending: (typeof endings)[number]): Promise<Task> {
  const task = await media.submitted({
    surface,
    action: actions[surface],
    wish: { prompt: 'a mill', references: [], options: { mj } },
    group: secrets.group,
    priceModel: secrets.priceModel,
    amount: BigInt(secrets.amount),
    path: [secrets.purse],
    account: { key: secrets.key, baseUrl: `https://${secrets.host}/v1` },
  });
  const { knex, owner } = media.context;
  await rowsOf(
    knex,
    `update task set upstream_id = ?, upstream_model = ?, upstream_state = ?::jsonb, channel_id = ?, looked_at = now()
     where id = ?`,
    [
      secrets.upstreamId,
      secrets.upstreamModel,
      JSON.stringify({ poll: secrets.upstreamState }),
      BigInt(secrets.channelId),
      task.id,
    ],
  );
  const url = `https://${secrets.mediaHost}/${secrets.upstreamId}.mp4?signature=1`;
  const kind = surface === 'video' ? ('video' as const) : ('image' as const);
  const buttons = [{ token: 'btn_0', customId: secrets.button, emoji: '', label: 'U1', type: 2, style: 2 }];
  const result = { media: [{ kind, url, key: secrets.storeKey, upstreamId: secrets.upstreamFile }], buttons };
  const failure = { code: 'internal_error', message: 'The upstream failed to render it.' } as const;
  if (ending === 'succeeded') {
    await finishTask(knex, task.id, owner, { state: 'succeeded', result, usage: Usage.fromPartial({}) });
  }
  if (ending === 'failed') await finishTask(knex, task.id, owner, { state: 'failed', failure });
  return media.read(task.id);
}

/** All that a client is told by one operation. */
async function told(operation: Operation, taskId: string, userId?: bigint): Promise<string> {
  const body = { model: 'sora-2', prompt: 'a mill', taskId, ids: [taskId] };
  const headers = [{ name: 'content-type', value: 'application/json' }];
  const request = requestOf({
    operation,
    action: actions.kling,
    taskId,
    body,
    headers,
    ...(userId !== undefined && { userId }),
  });
  try {
    const { status, body: said, ...more } = await handle(api, request);
    const text = `${status} ${JSON.stringify(more)} ${Buffer.from(said).toString()}`;
    return text.replaceAll(request.requestId, 'the request');
  } catch (error) {
    // Anything else is answered as an internal error, which says nothing.
    return error instanceof FaultError ? `fault ${JSON.stringify(error.fault)}` : 'internal error';
  }
}

describe.each(surfaces)('a task of the surface %s', (surface) => {
  test('is shown without a word of the vendor, the account, the price or the books', async () => {
    for (const ending of endings) {
      const task = await make(surface, ending);
      const hidden = [...Object.values(secrets), task.closeId, task.holdId, 'upstream-'];
      const texts = [eventOf(task, baseUrl)];
      for (const operation of operations) texts.push(await told(operation, task.id));
      const leaks = texts.flatMap((text) =>
        hidden.filter((secret) => text.includes(secret)).map((secret) => ({ secret, text })),
      );
      expect(leaks).toEqual([]);
    }
  });

  test('is to another user as one that never was', async () => {
    for (const ending of endings) {
      const task = await make(surface, ending);
      const unknown = task.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      for (const operation of operations) {
        const [foreign, none] = [await told(operation, task.id, 99n), await told(operation, unknown, 99n)];
        expect(foreign.replaceAll(task.id, '')).toBe(none.replaceAll(unknown, ''));
        expect(foreign.includes(task.id)).toBe(none.includes(unknown));
      }
    }
  });
});

test('tasks of every surface are seen by those tests', async () => {
  const { GET_IMAGES, GET_VIDEO, GET_UNIFIED, LIST_VIDEOS, MJ_FETCH, MJ_LIST, KLING_GET, KLING_LIST } =
    Operation;
  const seen = {
    video: [GET_VIDEO, GET_UNIFIED, LIST_VIDEOS],
    image: [GET_VIDEO, GET_UNIFIED, LIST_VIDEOS],
    'image-async': [GET_IMAGES],
    kling: [GET_VIDEO, GET_UNIFIED, KLING_GET, KLING_LIST],
    mj: [MJ_FETCH, MJ_LIST],
  };
  for (const surface of surfaces) {
    const task = await make(surface, 'succeeded');
    for (const operation of seen[surface]) {
      const text = await told(operation, task.id);
      expect(text).toMatch(/^200 /);
      expect(text).toContain(task.id);
    }
  }
});
