import { describe, expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const text = { type: 'text', text: 'A cat' };
const image = (role?: string) => ({
  type: 'image_url',
  image_url: { url: 'https://example.com/a.png' },
  role,
});
const video = { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' }, role: 'reference_video' };
const sound = { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' }, role: 'reference_audio' };
const asked = { model: 'MiniMax-H3', content: [text], resolution: '2K', duration: 8, ratio: '16:9' };

async function open() {
  const sandbox = await startSandbox();
  const { url, post } = sandbox;
  const ask = async (method: string, path: string) => {
    const answer = await fetch(`${url}${path}`, { method, headers: { authorization: 'Bearer sk-test' } });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  };
  return {
    ...createMediaClient(sandbox),
    async create(body: Record<string, unknown> = {}) {
      const answer = await post('/v2/video_generation', { ...asked, ...body });
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
    poll: async (id: string) => await ask('GET', `/v2/query/video_generation/${id}`),
    remove: async (id: string) => (await ask('DELETE', `/v2/video_generation/${id}`)).status,
  };
}

describe('a task', () => {
  test('is queued, run, and leads to its film', async () => {
    const { create, poll } = await open();
    const { task_id: id } = (await create()).json;
    const states = [(await poll(id)).json.task.status, (await poll(id)).json.task.status];
    expect(states).toEqual(['queued', 'running']);
    const { task } = (await poll(id)).json;
    expect(task).toMatchObject({
      ...{ id, model: 'MiniMax-H3', status: 'succeeded', resolution: '2K', duration: 8, ratio: '16:9' },
      usage: { total_seconds: 8, input_seconds: 0, output_seconds: 8, input_image_count: 0 },
    });
    expect((await fetch(task.content.url)).headers.get('content-type')).toBe('video/mp4');
  });

  test('counts what came along', async () => {
    const { create, poll } = await open();
    const content = [{ type: 'text', text: '[[polls=1]]' }, image('reference_image'), video, sound];
    const { task_id: id } = (await create({ content, ratio: undefined })).json;
    expect((await poll(id)).json.task.usage).toEqual({
      ...{ total_seconds: 13, input_seconds: 5, output_seconds: 8, input_image_count: 1 },
    });
  });

  test.each([
    ['moderated', { status: 'failed', error: { code: '1027' } }],
    ['failed', { status: 'failed', error: { code: '1000' } }],
    ['cancelled', { status: 'cancelled' }],
    ['expired', { status: 'expired' }],
  ])('ends %s', async (ending, end) => {
    const { create, poll } = await open();
    const content = [{ type: 'text', text: `[[polls=1 ends=${ending}]]` }];
    const { task_id: id } = (await create({ content })).json;
    expect((await poll(id)).json.task).toMatchObject(end);
  });

  test('meets faults within its answer', async () => {
    const { create, poll, script, step } = await open();
    const { task_id: id } = (await create()).json;
    await script({ kind: 'unknown-status', nth: 1 });
    expect((await poll(id)).json.task.status).toBe('reticulating');
    await step();
    await script({ kind: 'no-media', nth: 1 });
    const { status, content } = (await poll(id)).json.task;
    expect([status, content]).toEqual(['succeeded', undefined]);
  });

  test('is cancelled while it waits, and forgotten once it has ended', async () => {
    const { create, poll, remove, step, setClock } = await open();
    const content = [{ type: 'text', text: '[[hold]]' }];
    const waiting = (await create({ content })).json.task_id;
    expect(await remove(waiting)).toBe(200);
    expect((await poll(waiting)).json.task.status).toBe('cancelled');
    expect(await remove(waiting)).toBe(200);
    expect((await poll(waiting)).status).toBe(404);
    const running = (await create({ content })).json.task_id;
    await step({ job: running, steps: 1 });
    expect(await remove(running)).toBe(400);
    await setClock(7 * 24 * 3_600_000);
    expect((await poll(running)).status).toBe(404);
  });
});

test.each([
  [{ model: 'unknown-model' }, 400],
  [{ content: [image()] }, 400],
  [{ resolution: '768p' }, 400],
  [{ duration: 16 }, 400],
  [{ ratio: undefined }, 400],
  [{ ratio: 'adaptive' }, 400],
  [{ content: [text, sound] }, 400],
  [{ content: [text, image('first_frame'), video] }, 400],
  [{ content: [text, ...Array.from({ length: 10 }, () => image('reference_image'))] }, 400],
  [{ content: [text, { ...video, video_url: { url: 'data:video/mp4;base64,AA' } }] }, 400],
])('%j is refused', async (wrong, status) => {
  const { create } = await open();
  const answer = await create(wrong);
  expect(answer).toMatchObject({ status, json: { type: 'error', error: { http_code: '400' } } });
});

test.each([
  ['moderated', 422, 'unprocessable_entity_error'],
  ['broke', 402, 'insufficient_balance_error'],
  ['status-429', 429, 'rate_limit_error'],
])('%s is refused in the words of the vendor', async (kind, status, type) => {
  const { create, script } = await open();
  await script({ kind });
  const refused = await create();
  expect([refused.status, refused.json.error.type]).toEqual([status, type]);
});
