/** Video tasks over OpenAI's videos, through the ingress: the official SDK, plain clients of the unified style, and what is billed. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startReceiver } from './testing/receiver.ts';
import { startWorld, type World } from './testing/world.ts';

const rich = 'sk-videosvideosvideosvideosvideosvideos';
const poor = 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor';
const daily = 'sk-dailydailydailydailydailydailydailydaily';
const other = 'sk-otherotherotherotherotherotherother';

const callbackSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** 0.10 dollars a second: 50,000 units. */
const unitsPerSecond = 50_000n;

const configuration = `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
  sora-2-pro: { family: V1, price: { second: { 720p: 0.30, 1024p: 0.50 } } }
channels:
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [sora-2, sora-2-pro]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: bob, password: bobs-password-for-tests }
keys:
  - { name: rich, key: "${rich}", quota_usd: 1000 }
  - { name: poor, key: "${poor}", quota_usd: 0.39 }
  - { name: daily, key: "${daily}", unlimited: true, budgets: [{ every: day, usd: 0.39, time_zone: Asia/Kathmandu }] }
  - { name: other, user: bob, key: "${other}" }
`;

let world: World;
beforeAll(async () => {
  const signing = { HEADGATE_CALLBACK_SECRET: callbackSecret, HEADGATE_CALLBACK_ALLOW: '127.0.0.0/8' };
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_RESEND_MS: '100' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': { ...quick, ...signing }, 'media-api': { HEADGATE_POLL_MS: '50', ...signing } },
  });
}, 300_000);
afterAll(() => world.stop());

function sdk(apiKey = rich): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
}

async function ask(path: string, { key = rich, body }: { key?: string; body?: unknown } = {}) {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { id: string; task_id: string } };
}

function awaitEnd(id: string, apiKey = rich): Promise<OpenAI.Video> {
  return waitFor(async () => {
    const video = await sdk(apiKey).videos.retrieve(id);
    return video.status === 'completed' || video.status === 'failed' ? video : undefined;
  }, `${id} has ended`);
}

/** What was booked for a task, once the ledger has heard of its end. */
async function billOf(taskId: string): Promise<Record<string, unknown>> {
  const [task] = await world.sql('select close_id from media.task where id = $1', [taskId]);
  const find = async () => (await world.sql('select * from ledger.usage where id = $1', [task?.close_id]))[0];
  return waitFor(find, `the bill of ${taskId}`);
}

async function creates(): Promise<{ requestId: string | null; job: string | null }[]> {
  return (await (await fetch(`${world.sandboxUrl}/media/log?on=create`)).json()) as never;
}

async function scriptFault(fault: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${world.sandboxUrl}/media/faults`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fault),
  });
  expect(answer.status).toBe(201);
}

/** Lets all jobs of the vendor that a prompt holds go on to their end. */
async function releaseHeld(): Promise<void> {
  await fetch(`${world.sandboxUrl}/media/steps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
}

describe('the official SDK', () => {
  test('makes a video, sees it become ready, and pays for its seconds once', async () => {
    const made = await sdk().videos.create({ model: 'sora-2', prompt: 'a mill by a river', seconds: '8' });
    expect(made).toMatchObject({
      object: 'video',
      model: 'sora-2',
      status: 'queued',
      progress: 0,
      seconds: '8',
    });
    expect(made.id).toMatch(/^task_[0-9A-Za-z]{32}$/);
    const ended = await awaitEnd(made.id);
    expect(ended).toMatchObject({ id: made.id, status: 'completed', progress: 100, size: '720x1280' });
    const bill = await billOf(made.id);
    expect(bill).toMatchObject({ amount: 8n * unitsPerSecond, ending: 'completed', model: 'sora-2' });
    const [task] = await world.sql('select close_id from media.task where id = $1', [made.id]);
    expect((await creates()).filter(({ requestId }) => requestId === task?.close_id)).toHaveLength(1);
  });

  test('sends what was priced where the client left it open', async () => {
    const made = await sdk().videos.create({ model: 'sora-2', prompt: 'defaults' });
    expect(made).toMatchObject({ seconds: '4', size: '720x1280' });
    await awaitEnd(made.id);
    expect((await billOf(made.id)).amount).toBe(4n * unitsPerSecond);
  });

  test('pays by resolution where the price has one', async () => {
    const made = await sdk().videos.create({
      model: 'sora-2-pro',
      prompt: 'wide',
      size: '1792x1024',
      seconds: '4',
    });
    await awaitEnd(made.id);
    expect((await billOf(made.id)).amount).toBe(4n * 250_000n);
  });

  test('sees a failure inside the record, with words of ours, and pays nothing', async () => {
    const made = await sdk().videos.create({ model: 'sora-2', prompt: 'not allowed [[ends=moderated]]' });
    const ended = await awaitEnd(made.id);
    expect(ended).toMatchObject({
      status: 'failed',
      progress: 100,
      error: { code: 'content_policy_violation' },
    });
    expect(await billOf(made.id)).toMatchObject({ amount: 0n, ending: 'upstream_failed' });
  });

  test('lists its own videos, newest first, page by page', async () => {
    const client = sdk(other);
    const ids: string[] = [];
    for (const prompt of ['one', 'two', 'three']) {
      ids.unshift((await client.videos.create({ model: 'sora-2', prompt })).id);
    }
    const listed: string[] = [];
    for await (const { id } of client.videos.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(ids);
  });

  test('deletes what has ended, and then nobody knows it', async () => {
    const made = await sdk().videos.create({ model: 'sora-2', prompt: 'to be deleted' });
    await awaitEnd(made.id);
    expect(await sdk().videos.delete(made.id)).toEqual({
      id: made.id,
      object: 'video.deleted',
      deleted: true,
    });
    await expect(sdk().videos.retrieve(made.id)).rejects.toMatchObject({
      status: 404,
      code: 'task_not_exist',
    });
  });

  test('is told what a vendor refuses, and pays nothing', async () => {
    const refused = sdk().videos.create({ model: 'sora-2', prompt: 'x', seconds: '5' as never });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      param: 'seconds',
      type: 'headgate_api_error',
    });
    await scriptFault({ kind: 'moderated', vendor: 'openai-videos', on: 'create', nth: 1 });
    const blocked = sdk().videos.create({ model: 'sora-2', prompt: 'blocked at once' });
    await expect(blocked).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('is refused where the quota does not last, before anything is sent', async () => {
    const before = (await creates()).length;
    const asked = sdk(poor).videos.create({ model: 'sora-2', prompt: 'too dear', seconds: '4' });
    await expect(asked).rejects.toMatchObject({ status: 402, code: 'insufficient_user_quota' });
    expect(await creates()).toHaveLength(before);
  });

  test('is told when a budget that does not cover it starts anew, and where', async () => {
    const asked = sdk(daily).videos.create({ model: 'sora-2', prompt: 'too dear', seconds: '4' });
    await expect(asked).rejects.toMatchObject({
      status: 402,
      code: 'insufficient_user_quota',
      message: expect.stringMatching(
        /The daily budget of this key .* It starts anew on \d{4}-\d{2}-\d{2} in Asia\/Kathmandu\.$/,
      ),
    });
  });
});

test('a client that wishes it is told of the end, in an event that the SDK verifies', async () => {
  const hook = await startReceiver();
  onTestFinished(hook.stop);
  const body = { model: 'sora-2', prompt: 'tell me', callback_url: hook.url };
  const { id } = (await ask('/v1/videos', { body })).body;
  const { headers, text } = await waitFor(() => hook.received[0], 'the callback');
  const unwrap = (secret: string) => sdk().webhooks.unwrap(text, headers, secret);
  expect(await unwrap(callbackSecret)).toMatchObject({ type: 'video.completed', data: { id } });
  await expect(unwrap(`whsec_${Buffer.alloc(32, 6).toString('base64')}`)).rejects.toThrow('signature');
});

describe('a remix', () => {
  test('is made from a finished video, as long and as large, and paid for by itself', async () => {
    const options = { model: 'sora-2-pro', seconds: '8', size: '1024x1792' } as const;
    const origin = await awaitEnd((await sdk().videos.create({ ...options, prompt: 'a mill' })).id);
    const made = await sdk().videos.remix(origin.id, { prompt: 'the mill in winter' });
    expect(made).toMatchObject({
      status: 'queued',
      progress: 0,
      prompt: 'the mill in winter',
      remixed_from_video_id: origin.id,
      seconds: '8',
      size: '1024x1792',
    });
    expect((await awaitEnd(made.id)).status).toBe('completed');
    expect((await billOf(made.id)).amount).toBe(8n * 250_000n);
  });

  test('of a video that is not finished is refused, and nothing is sent', async () => {
    const origin = await sdk().videos.create({ model: 'sora-2', prompt: 'held [[hold]]' });
    const before = (await creates()).length;
    await expect(sdk().videos.remix(origin.id, { prompt: 'too early' })).rejects.toMatchObject({
      status: 400,
      param: 'video_id',
    });
    expect(await creates()).toHaveLength(before);
    await releaseHeld();
    await awaitEnd(origin.id);
  });

  test('of another user’s video is answered as one of a video that never was', async () => {
    const origin = await sdk(other).videos.create({ model: 'sora-2', prompt: 'not yours' });
    await awaitEnd(origin.id, other);
    for (const id of [origin.id, 'task_unknown']) {
      await expect(sdk().videos.remix(id, { prompt: 'mine now' })).rejects.toMatchObject({
        status: 404,
        code: 'task_not_exist',
      });
    }
  });

  test('by another model is refused', async () => {
    const origin = await awaitEnd((await sdk().videos.create({ model: 'sora-2', prompt: 'a mill' })).id);
    const asked = await ask(`/v1/videos/${origin.id}/remix`, { body: { model: 'sora-2-pro', prompt: 'x' } });
    expect(asked).toMatchObject({ status: 400, body: { error: { param: 'model' } } });
  });
});

describe('the unified style', () => {
  test('has an object for the create and a wrapped record for the status', async () => {
    const made = await ask('/v1/video/generations', {
      body: { model: 'sora-2', prompt: 'unified', duration: 4 },
    });
    expect(made).toMatchObject({ status: 200, body: { object: 'video', status: 'queued', progress: 0 } });
    expect(made.body.task_id).toBe(made.body.id);
    await awaitEnd(made.body.id);
    const shown = await ask(`/v1/video/generations/${made.body.id}`);
    expect(shown).toEqual({
      status: 200,
      body: {
        code: 'success',
        message: '',
        data: {
          task_id: made.body.id,
          status: 'succeeded',
          url: `${world.baseUrl}/v1/videos/${made.body.id}/content`,
          format: 'mp4',
          metadata: { duration: 4, width: 720, height: 1280, fps: 24 },
          error: null,
        },
      },
    });
  });

  test('answers an unknown task and another user’s alike', async () => {
    const made = await sdk(other).videos.create({ model: 'sora-2', prompt: 'not yours' });
    const unknown = { status: 400, body: { code: 'task_not_exist', message: 'task_not_exist', data: null } };
    expect(await ask('/v1/video/generations/task_unknown')).toEqual(unknown);
    expect(await ask(`/v1/video/generations/${made.id}`)).toEqual(unknown);
    expect((await ask(`/v1/videos/${made.id}`)).status).toBe(404);
  });

  test('wraps a saturated upstream, and says when to come again', async () => {
    await scriptFault({ kind: 'status-429', vendor: 'openai-videos', on: 'create', nth: 1 });
    const asked = await ask('/v1/video/generations', { body: { model: 'sora-2', prompt: 'busy' } });
    expect(asked).toMatchObject({ status: 429, body: { code: 'too_many_requests', data: null } });
  });
});

test('no answer has a header beyond its type and the id of the request', async () => {
  const headers = { authorization: `Bearer ${rich}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'sora-2', prompt: 'headers' });
  const made = await fetch(`${world.baseUrl}/v1/videos`, { method: 'POST', headers, body });
  const { id } = (await made.json()) as { id: string };
  await awaitEnd(id);
  const shown = await fetch(`${world.baseUrl}/v1/videos/${id}`, { headers });
  await shown.text();
  const own = [
    'cache-control',
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'x-request-id',
  ];
  const names = [...made.headers.keys(), ...shown.headers.keys()];
  expect(names.filter((name) => !own.includes(name))).toEqual([]);
});

test('a channel that is removed, with its key, leaves the tasks that it was given as they are', async () => {
  const { id } = await sdk().videos.create({
    model: 'sora-2',
    prompt: 'held while its channel goes [[hold]]',
  });
  await world.apply(
    configuration.replace('name: videos', 'name: other').replace('upstream-secret-key', 'newer'),
    ['--prune'],
  );
  try {
    await releaseHeld();
    expect(await awaitEnd(id)).toMatchObject({ status: 'completed' });
    expect((await sdk().videos.downloadContent(id)).status).toBe(200);
    expect((await billOf(id)).amount).toBe(4n * unitsPerSecond);
  } finally {
    await world.apply(configuration, ['--prune']);
  }
});

describe('what a create made nobody knows', () => {
  test('the client sees it queued, it is not sent again, and ends without a bill', async () => {
    await world.service('media-api').kill();
    await world.service('media-api').start({ env: { HEADGATE_TASK_TIMEOUT_MS: '1500' } });
    await waitFor(async () => (await ask('/v1/videos?limit=1')).status === 200, 'tasks are served again');
    await scriptFault({ kind: 'cut-before-head', vendor: 'openai-videos', on: 'create', nth: 1 });
    const made = await sdk().videos.create({ model: 'sora-2', prompt: 'lost on the way' });
    expect(made.status).toBe('queued');
    const ended = await awaitEnd(made.id);
    expect(ended.error).toMatchObject({ code: 'submission_unknown' });
    expect((await billOf(made.id)).amount).toBe(0n);
    const [task] = await world.sql('select close_id, attempts from media.task where id = $1', [made.id]);
    expect(task?.attempts).toBe(1);
    expect(
      (await creates()).filter(({ requestId }) => requestId === task?.close_id).length,
    ).toBeLessThanOrEqual(1);
  });
});

test('the same idempotency key makes one task, and another request under it is refused', async () => {
  const create = (prompt: string) =>
    sdk().videos.create({ model: 'sora-2', prompt }, { headers: { 'idempotency-key': 'order-66' } });
  const [one, twin] = [await create('once'), await create('once')];
  expect(twin.id).toBe(one.id);
  await expect(create('something else')).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' });
});

test('nothing is held once all tasks have ended', async () => {
  await waitFor(async () => {
    const [row] = await world.sql(
      `select (select count(*) from media.task where finished_at is null) + (select count(*) from media.outbox) as open`,
    );
    return row?.open === 0n;
  }, 'all tasks have ended and the ledger knows');
  const [held] = await world.sql('select coalesce(sum(held), 0)::bigint as units from ledger.purse');
  expect(held?.units).toBe(0n);
});
