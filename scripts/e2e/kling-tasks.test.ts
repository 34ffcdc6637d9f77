/** Tasks in Kling's own style, through the ingress, as its plain HTTP clients ask for them; and what is billed. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKlingTasks, type KlingTasks } from './testing/kling-tasks.ts';
import { startWorld, type World } from './testing/world.ts';

const keys = {
  ann: 'sk-annannannannannannannannannannannann',
  bob: 'sk-bobbobbobbobbobbobbobbobbobbobbobbob',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor',
};

const configuration = `
models:
  kling-v1: { family: kling, price: { second: { std: 0.02, pro: 0.04 } } }
  kling-v1-6:
    family: kling
    price: { second: { std: 0.05, pro: 0.10, effects: 0.06, "effects:pro": 0.12 } }
  kling-v2-1: { family: kling, price: { image: { 1k: 0.01, 2k: 0.02, "1k:reference": 0.03 } } }
  kling-lip-sync: { family: kling, price: { second: { lip-sync: 0.02 } } }
  kling-video-o1: { family: kling, price: { second: { std: 0.02, pro: 0.03, "std:video": 0.04 } } }
  kling-v2-6: { family: kling, price: { second: { "motion-control:std": 0.05, "motion-control:pro": 0.08 } } }
  kling-avatar: { family: kling, price: { second: { "avatar:std": 0.05, "avatar:pro": 0.11 } } }
  kolors-virtual-try-on-v1: { family: kling, price: { image: 0.07 } }
channels:
  - name: kling
    provider: kling
    base_url: "\${HEADGATE_SANDBOX_URL}/kling/v1"
    keys: ["AKIDKLING:secret-of-AKIDKLING"]
    models:
      - kling-v1
      - kling-v1-6
      - kling-v2-1
      - kling-v2-6
      - kling-video-o1
      - kling-lip-sync
      - kling-avatar
      - kolors-virtual-try-on-v1
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: bob, password: bobs-password-for-tests }
keys:
  - { name: ann, key: "${keys.ann}", quota_usd: 1000 }
  - { name: bob, user: bob, key: "${keys.bob}", quota_usd: 1000 }
  - { name: poor, key: "${keys.poor}", quota_usd: 0.01 }
`;

let world: World;
let ann: KlingTasks;
let bob: KlingTasks;
beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_RESEND_MS: '100' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: {
      'media-worker': quick,
      'media-api': {
        HEADGATE_POLL_MS: '50',
        HEADGATE_EARLY_POLL_MS: '50',
        HEADGATE_CONTENT_ALLOW: '127.0.0.0/8',
      },
    },
  });
  ann = createKlingTasks(world, keys.ann);
  bob = createKlingTasks(world, keys.bob);
}, 300_000);
afterAll(() => world.stop());

const picture = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64')}`;
const address = 'https://files.example/a.png';

/** 500,000 units are a dollar. */
function dollars(amount: number): bigint {
  return BigInt(Math.round(amount * 500_000));
}

async function jobs(): Promise<string[]> {
  const log = await fetch(`${world.sandboxUrl}/media/log?on=create&vendor=kling`);
  return ((await log.json()) as { job: string | null }[]).flatMap(({ job }) => job ?? []);
}

async function scriptFault(fault: object): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/media/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'kling', on: 'create', nth: 1, ...fault }),
  });
  expect(answer.status).toBe(201);
}

test('a video is submitted, succeeds, is downloaded from the gateway, and paid for by mode and seconds', async () => {
  const asked = { model_name: 'kling-v1-6', prompt: 'a mill', mode: 'pro', duration: '10' };
  const created = await ann.post('videos/text2video', asked);
  expect(created).toMatchObject({
    status: 200,
    body: {
      code: 0,
      message: 'SUCCEED',
      request_id: expect.stringMatching(/./),
      data: { task_status: 'submitted', task_info: {}, created_at: expect.toSatisfy((ms) => ms > 1e12) },
    },
  });
  const ended = await ann.end('videos/text2video', created.id);
  expect(ended.data).toMatchObject({ task_id: created.id, task_status: 'succeed', task_status_msg: '' });
  const [video] = ended.data.task_result.videos;
  expect(video).toEqual({
    id: created.id,
    url: `${world.baseUrl}/v1/videos/${created.id}/content`,
    duration: '10.1',
  });
  const content = await ann.download(video?.url ?? '');
  expect(content.subarray(4, 8).toString()).toBe('ftyp');
  expect(await ann.bill(created.id)).toMatchObject({ amount: dollars(1), ending: 'completed' });
  const secrets = [...(await jobs()), 'AKIDKLING', new URL(world.sandboxUrl).host];
  for (const secret of secrets) expect(created.text + ended.text).not.toContain(secret);
});

test('a video with a mark stands beside the one without, where it was asked for, and is paid for as one', async () => {
  const asked = { model_name: 'kling-v1-6', prompt: 'a mill', watermark_info: { enabled: true } };
  const { id, data } = await ann.made('videos/text2video', asked);
  const url = `${world.baseUrl}/v1/videos/${id}/content`;
  const [video, ...others] = data.task_result.videos;
  expect(video).toMatchObject({ id, url, watermark_url: `${url}?index=1` });
  expect(others).toEqual([]);
  const [bare, marked] = [await ann.download(url), await ann.download(`${url}?index=1`)];
  expect(marked.subarray(4, 8).toString()).toBe('ftyp');
  expect(bare.subarray(4, 8).toString()).toBe('ftyp');
  expect(await ann.bill(id)).toMatchObject({ amount: dollars(0.25) });
});

test('what a request leaves open is the vendor’s default, and paid for as such', async () => {
  const { id } = await ann.made('videos/text2video', { prompt: 'a mill' });
  expect(await ann.bill(id)).toMatchObject({ amount: dollars(5 * 0.02), model: 'kling-v1' });
});

test('the unified routes show it too', async () => {
  const { id } = await ann.made('videos/text2video', { prompt: 'a mill' });
  const unified = await ann.ask(`/v1/video/generations/${id}`);
  expect(unified.body.data).toMatchObject({ task_id: id, status: 'succeeded', format: 'mp4' });
  expect((await ann.ask(`/v1/videos/${id}`)).body).toMatchObject({ status: 'completed', progress: 100 });
});

const two = { image_list: [{ image: picture }, { image: address }] };
const couple = {
  images: [address, picture],
  model_name: 'kling-v1-6',
  mode: 'pro',
  duration: '5',
};

const dance = { image_url: picture, video_url: address, character_orientation: 'video' };

test.each([
  ['videos/image2video', { image: picture, image_tail: address, prompt: 'it turns' }, 5 * 0.02],
  ['videos/multi-image2video', { prompt: 'both', ...two }, 5 * 0.05],
  ['videos/effects', { effect_scene: 'squish', input: { image: picture, duration: '5' } }, 5 * 0.06],
  ['videos/effects', { effect_scene: 'hug', input: couple }, 5 * 0.12],
  [
    'videos/lip-sync',
    {
      input: { video_url: address, mode: 'text2video', text: 'Hello', voice_id: 'v', voice_language: 'en' },
    },
    10 * 0.02,
  ],
  ['videos/omni-video', { prompt: 'at night', mode: 'std', video_list: [{ video_url: address }] }, 5 * 0.04],
  ['videos/motion-control', { ...dance, mode: 'pro' }, 5 * 0.08],
  ['videos/avatar/image2video', { image: picture, sound_file: address }, 5 * 0.05],
  ['images/generations', { model_name: 'kling-v2-1', prompt: 'a mill', n: 3, resolution: '2k' }, 3 * 0.02],
  ['images/generations', { model_name: 'kling-v2-1', prompt: 'a mill', image: picture }, 0.03],
  ['images/kolors-virtual-try-on', { human_image: picture, cloth_image: address }, 0.07],
])('%s takes %j for %d dollars', async (path, body, price) => {
  const { id, data } = await ann.made(path, body);
  const kind = path.startsWith('images/') ? 'images' : 'videos';
  expect(Object.keys(data.task_result)).toEqual([kind]);
  expect(await ann.bill(id)).toMatchObject({ amount: dollars(price), ending: 'completed' });
});

test('images have an address each', async () => {
  const { id, data } = await ann.made('images/generations', {
    model_name: 'kling-v2-1',
    prompt: 'a mill',
    n: 2,
  });
  const urls = data.task_result.images.map(({ url }) => url);
  expect(urls).toEqual([0, 1].map((index) => `${world.baseUrl}/v1/videos/${id}/content?index=${index}`));
  for (const url of urls) expect((await ann.download(url)).subarray(1, 4).toString()).toBe('PNG');
});

describe('a video of one’s own', () => {
  test('is extended by the id that its answer gave, in its own mode', async () => {
    const asked = { model_name: 'kling-v1-6', prompt: 'a mill', mode: 'pro' };
    const origin = await ann.made('videos/text2video', asked);
    const [video] = origin.data.task_result.videos;
    const made = await ann.made('videos/video-extend', { video_id: video?.id, prompt: 'and then' });
    expect(await ann.bill(made.id)).toMatchObject({ amount: dollars(5 * 0.1), model: 'kling-v1-6' });
    const again = await ann.made('videos/video-extend', { video_id: made.id });
    expect(await ann.bill(again.id)).toMatchObject({ amount: dollars(5 * 0.1) });
  });

  test('has its lips moved, whichever route made it, and is billed by its length', async () => {
    const { body } = await ann.ask('/v1/videos', { model: 'kling-v1', prompt: 'a singer' });
    const { id: singer } = Object(body);
    await ann.bill(singer);
    const input = { video_id: singer, mode: 'audio2video', audio_type: 'url', audio_url: address };
    const { id } = await ann.made('videos/lip-sync', { input });
    expect(await ann.bill(id)).toMatchObject({ amount: dollars(5 * 0.02) });
  });

  test('is one that another user cannot name', async () => {
    const origin = await bob.made('videos/text2video', { prompt: 'not yours' });
    const before = await jobs();
    for (const id of [origin.id, 'task_unknown']) {
      const asked = await ann.post('videos/video-extend', { video_id: id });
      expect(asked).toMatchObject({
        status: 404,
        body: { error: { code: 'task_not_exist', param: 'video_id' } },
      });
    }
    expect(await jobs()).toEqual(before);
  });
});

test('a task of another user, or of another kind, is as unknown as one that never was', async () => {
  const { id } = await bob.made('videos/text2video', { prompt: 'not yours' });
  const asked = [
    await ann.get('videos/text2video/task_unknown'),
    await ann.get(`videos/text2video/${id}`),
    await ann.get('videos/text2video/a%00b'),
    await bob.get(`videos/image2video/${id}`),
  ];
  for (const { status, body } of asked) {
    expect({ status, body }).toEqual({ status: asked[0]?.status, body: asked[0]?.body });
    expect(body.error).toMatchObject({ code: 'task_not_exist', type: 'headgate_api_error' });
  }
});

test('lists have the newest first, by pages, of one kind and user', async () => {
  const ids: string[] = [];
  for (const prompt of ['1', '2', '3']) {
    ids.unshift((await bob.post('videos/multi-image2video', { prompt, ...two })).id);
  }
  await ann.post('videos/multi-image2video', { prompt: 'another’s', ...two });
  const list = (query: string) => bob.list(`videos/multi-image2video?${query}`);
  expect(await list('')).toEqual(ids);
  expect(await list('pageNum=2&pageSize=2')).toEqual(ids.slice(2));
  expect(await bob.get('videos/multi-image2video?pageSize=501')).toMatchObject({
    status: 400,
    body: { code: 1201, message: expect.stringContaining('pageSize') },
  });
});

test('an id of the client’s own is its alone, once, and another user may have the same', async () => {
  const named = { prompt: 'a mill', external_task_id: 'order-7' };
  const mine = await ann.post('videos/text2video', named);
  const other = await bob.post('videos/text2video', named);
  expect(mine.body.data?.task_info).toEqual({ external_task_id: 'order-7' });
  expect((await ann.get('videos/text2video/order-7')).body.data?.task_id).toBe(mine.id);
  expect((await bob.get('videos/text2video/order-7')).body.data?.task_id).toBe(other.id);
  const before = (await jobs()).length;
  expect(await ann.post('videos/text2video', named)).toMatchObject({ status: 400, body: { code: 1201 } });
  expect(await jobs()).toHaveLength(before);
});

describe('what goes wrong', () => {
  test('a failure has its reason in the task, and costs nothing', async () => {
    const { id } = await ann.post('videos/text2video', { prompt: 'no [[ends=moderated]]' });
    const { data } = await ann.end('videos/text2video', id);
    expect(data).toMatchObject({
      task_status: 'failed',
      task_status_msg: 'Failure to pass the risk control system',
    });
    expect(data).not.toHaveProperty('task_result');
    expect(await ann.bill(id)).toMatchObject({ amount: 0n, ending: 'upstream_failed' });
    const extended = await ann.post('videos/video-extend', { video_id: id });
    expect(extended).toMatchObject({ status: 400, body: { message: expect.stringContaining('video_id') } });
  });

  test('a value out of range is refused as the vendor does, and nothing is sent', async () => {
    const before = await jobs();
    const asked = await ann.post('videos/text2video', { prompt: 'a mill', duration: '7' });
    expect(asked).toMatchObject({
      status: 400,
      body: {
        code: 1201,
        message: expect.stringMatching(/duration.*7.*5 or 10/),
        request_id: expect.any(String),
      },
    });
    expect(await jobs()).toEqual(before);
  });

  test('images of a model that is priced by seconds are not given away', async () => {
    const asked = await ann.post('images/generations', { model_name: 'kling-v1', prompt: 'a mill' });
    expect(asked).toMatchObject({ status: 400, body: { code: 1201 } });
  });

  test('the gateway’s own refusals are those of its other routes', async () => {
    const asked = { model_name: 'kling-v1-6', prompt: 'a mill' };
    const poor = createKlingTasks(world, keys.poor);
    const nobody = createKlingTasks(world, 'sk-nobody');
    expect(await poor.post('videos/text2video', asked)).toMatchObject({
      status: 402,
      body: { error: { code: 'insufficient_user_quota' } },
    });
    expect(await nobody.post('videos/text2video', asked)).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_api_key', type: 'headgate_api_error' } },
    });
    expect(await ann.post('videos/text2video', { ...asked, model_name: 'kling-v9' })).toMatchObject({
      status: 503,
      body: { error: { code: 'model_not_found' } },
    });
  });

  test('a pack that has as many tasks as it allows is busy', async () => {
    await scriptFault({ kind: 'status-429' });
    const asked = await ann.post('videos/text2video', { prompt: 'busy' });
    expect(asked).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
  });

  test('a create whose answer is lost is found by its id, and not sent again', async () => {
    const before = (await jobs()).length;
    await scriptFault({ kind: 'cut-before-head', made: 1 });
    const { id } = await ann.post('videos/text2video', { prompt: 'lost on the way' });
    expect((await ann.end('videos/text2video', id)).data.task_status).toBe('succeed');
    expect(await jobs()).toHaveLength(before + 1);
    expect(await ann.bill(id)).toMatchObject({ amount: dollars(5 * 0.02) });
  });
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
