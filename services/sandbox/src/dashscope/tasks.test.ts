import { expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const film = {
  model: 'wan2.6-t2v',
  input: { prompt: 'a cat' },
  parameters: { size: '1280*720', duration: 10 },
};

async function start() {
  const { url } = await startSandbox();
  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: 'Bearer sk-test', 'x-dashscope-async': 'enable', ...headers },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  }
  const create = (body: object, service = 'video-generation') =>
    call('POST', `services/aigc/${service}/video-synthesis`, body);
  return {
    media: createMediaClient({ url }),
    call,
    create,
    query: async (id: string) => (await call('GET', `tasks/${id}`)).json,
    /** The id of a new task. */
    async make(prompt = 'a cat'): Promise<string> {
      return (await create({ ...film, input: { prompt } })).json.output.task_id;
    },
  };
}

test('a film is pending, runs and succeeds', async () => {
  const { create, query } = await start();
  const { status, json } = await create(film);
  expect([status, json.output.task_status, Object.keys(json)]).toEqual([
    200,
    'PENDING',
    ['request_id', 'output'],
  ]);
  const seen = [];
  for (const _ of [1, 2, 3]) seen.push(await query(json.output.task_id));
  expect(seen.map(({ output }) => output.task_status)).toEqual(['PENDING', 'RUNNING', 'SUCCEEDED']);
  expect(seen[2].usage).toEqual({
    ...{ duration: 10, input_video_duration: 0, output_video_duration: 10 },
    ...{ video_count: 1, SR: 720, size: '1280*720' },
  });
  expect(seen[2].output.submit_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  expect((await fetch(seen[2].output.video_url)).headers.get('content-type')).toBe('video/mp4');
});

test('without its header a create is refused as synchronous', async () => {
  const { call } = await start();
  const path = 'services/aigc/video-generation/video-synthesis';
  expect(await call('POST', path, film, { 'x-dashscope-async': '' })).toMatchObject({
    status: 403,
    json: { code: 'AccessDenied', message: 'current user api does not support synchronous calls.' },
  });
  expect(await call('POST', path, film, { authorization: 'Bearer bad' })).toMatchObject({
    status: 401,
    json: { code: 'InvalidApiKey' },
  });
});

test('a task that failed says why in its output, under 200', async () => {
  const { make, media, call } = await start();
  const endOf = async (ending: string) => {
    const id = await make(`[[ends=${ending}]]`);
    await media.step();
    const { status, json } = await call('GET', `tasks/${id}`);
    return [status, json.output.task_status, json.output.code, json.code];
  };
  expect(await endOf('failed')).toEqual([200, 'FAILED', 'InternalError.Algo', undefined]);
  expect(await endOf('moderated')).toEqual([200, 'FAILED', 'DataInspectionFailed', undefined]);
  expect(await endOf('cancelled')).toEqual([200, 'CANCELED', undefined, undefined]);
});

test('a task is cancelled while it is pending', async () => {
  const { make, query, call } = await start();
  const [one, other] = [await make(), await make()];
  expect((await call('POST', `tasks/${one}/cancel`)).status).toBe(200);
  expect((await query(one)).output.task_status).toBe('CANCELED');
  await query(other);
  await query(other);
  expect(await call('POST', `tasks/${other}/cancel`)).toMatchObject({
    status: 400,
    json: { code: 'UnsupportedOperation' },
  });
});

test('after a day neither the task nor its film is known', async () => {
  const { make, media, query } = await start();
  const id = await make();
  await media.step();
  const { output } = await query(id);
  await media.setClock(24 * 3_600_000 + 60_000);
  expect((await query(id)).output).toEqual({ task_id: id, task_status: 'UNKNOWN' });
  expect((await fetch(output.video_url)).status).toBe(403);
  expect((await query('unknown')).output.task_status).toBe('UNKNOWN');
});

test('creates and polls fail in the words of the vendor', async () => {
  const { create, make, media, query } = await start();
  const after = async (kind: string) => {
    await media.script({ kind, nth: 1 });
    const { status, json } = await create(film);
    return [status, json.code];
  };
  expect(await after('status-429')).toEqual([429, 'Throttling.RateQuota']);
  expect(await after('status-500')).toEqual([500, 'InternalError']);
  expect(await after('moderated')).toEqual([400, 'DataInspectionFailed']);
  expect(await after('broke')).toEqual([400, 'Arrearage']);
  const id = await make();
  await media.step();
  await media.script({ kind: 'no-media', nth: 1 });
  expect((await query(id)).output).not.toHaveProperty('video_url');
  await media.script({ kind: 'unknown-status', nth: 1 });
  expect((await query(id)).output.task_status).toBe('reticulating');
});
