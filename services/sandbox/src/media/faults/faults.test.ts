/** Every fault of media, met by the jobs of one vendor. */
import { describe, expect, test } from 'vitest';
import { createMediaClient } from '../../testing/media-client.ts';
import { startSandbox } from '../../testing/start-sandbox.ts';

async function open() {
  const sandbox = await startSandbox();
  const { script, step, log } = createMediaClient(sandbox);
  const { client, post, url } = sandbox;
  return {
    ...{ script, step, log, client, url },
    create: (others: Record<string, string> = {}) =>
      post(
        '/v1/videos',
        { model: 'sora-2', prompt: 'A cat', ...others },
        { 'x-client-request-id': 'req-1.1' },
      ),
    poll: (id: string) => fetch(`${url}/v1/videos/${id}`, { headers: { authorization: 'Bearer sk-test' } }),
  };
}

describe('a create', () => {
  test('that is taken is one entry with its job', async () => {
    const { create, log } = await open();
    const { id } = JSON.parse(await (await create()).text());
    const entry = {
      vendor: 'openai-videos',
      on: 'create',
      model: 'sora-2',
      job: id,
      status: 200,
      fault: null,
    };
    expect(await log('on=create&requestId=req-1')).toEqual([
      { id: 1, requestId: 'req-1', attempt: 1, ...entry },
    ]);
  });

  test('that is refused by a fault makes no job', async () => {
    const { create, log, script } = await open();
    await script({ kind: 'status-429', retryAfter: 7, nth: 1 });
    const refused = await create();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await log()).toMatchObject([{ on: 'create', job: null, fault: 'status-429' }]);
    expect((await create()).status).toBe(200);
  });

  test('may have made a job behind an error', async () => {
    const { create, log, script } = await open();
    await script({ kind: 'status-502', made: 1 });
    expect((await create()).status).toBe(502);
    expect(await log()).toMatchObject([{ job: expect.stringMatching(/^video_/), status: 502 }]);
  });

  test.each([
    ['cut-before-head', null],
    ['cut', 200],
  ])('that meets %s has made a job that nobody knows', async (kind, status) => {
    const { create, log, script } = await open();
    await script({ kind });
    await expect(create().then((answer) => answer.text())).rejects.toThrow();
    expect(await log()).toMatchObject([{ job: expect.any(String), status }]);
  });

  test.each([
    ['moderated', 400, 'moderation_blocked'],
    ['broke', 429, 'insufficient_quota'],
  ])('that is %s is refused in the words of the vendor', async (kind, status, code) => {
    const { create, script } = await open();
    await script({ kind });
    const refused = await create();
    expect([refused.status, JSON.parse(await refused.text()).error.code]).toEqual([status, code]);
  });

  test.each([
    ['garbage', '<html>'],
    ['empty-body', ''],
  ])('meets %s', async (kind, text) => {
    const { create, script } = await open();
    await script({ kind, status: 502 });
    const spoilt = await create();
    expect([spoilt.status, (await spoilt.text()).slice(0, 6)]).toEqual([502, text]);
  });

  test('is taken under another status', async () => {
    const { create, log, script } = await open();
    await script({ kind: 'accepted', status: 201 });
    const answer = await create();
    expect([answer.status, JSON.parse(await answer.text()).status]).toEqual([201, 'queued']);
    expect(await log()).toMatchObject([{ status: 201, fault: 'accepted' }]);
  });

  test('has the fault in the name of its model', async () => {
    const { create } = await open();
    expect((await create({ model: 'fault-status-503' })).status).toBe(503);
    expect((await create({ model: 'fault-nothing' })).status).toBe(404);
  });

  test('with a wrong control is refused', async () => {
    const { create } = await open();
    expect((await create({ prompt: '[[ends=well]]' })).status).toBe(400);
  });

  test('is scripted to end otherwise', async () => {
    const { create, poll, script, step } = await open();
    await script({ kind: 'ends-moderated' });
    const { id } = JSON.parse(await (await create()).text());
    await step();
    expect(await (await poll(id)).json()).toMatchObject({ status: 'failed' });
  });
});

describe('a poll', () => {
  async function made() {
    const opened = await open();
    const { id } = JSON.parse(await (await opened.create()).text());
    return { ...opened, read: () => opened.poll(id) };
  }

  test('tells an unknown state, then none, then what is', async () => {
    const { read, script } = await made();
    await script({ kind: 'unknown-status', nth: 1 });
    await script({ kind: 'no-status', nth: 2 });
    const states: unknown[] = [];
    for (let poll = 0; poll < 3; poll += 1) states.push(JSON.parse(await (await read()).text()).status);
    expect(states).toEqual(['reticulating', undefined, 'completed']);
  });

  test('that fails does not move the job', async () => {
    const { read, script } = await made();
    await script({ kind: 'status-404', on: 'poll', nth: 1 });
    expect((await read()).status).toBe(404);
    expect(await (await read()).json()).toMatchObject({ status: 'queued' });
  });

  test('is silent in the middle until the client leaves', async () => {
    const { read, script } = await made();
    await script({ kind: 'stall', on: 'poll' });
    const answer = await read();
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});

describe('content', () => {
  async function done() {
    const { client, script, step, url } = await open();
    const { id } = await client.videos.create({ model: 'sora-2', prompt: 'A cat' });
    await step();
    const headers = { authorization: 'Bearer sk-test' };
    const read = () => fetch(`${url}/v1/videos/${id}/content`, { headers, redirect: 'manual' });
    return { read, script };
  }

  test('is somewhere else', async () => {
    const { read, script } = await done();
    await script({ kind: 'redirect', location: 'http://169.254.169.254/' });
    const answer = await read();
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/']);
  });

  test('is as long as is asked for', async () => {
    const { read, script } = await done();
    await script({ kind: 'paced', bytes: 25, bytesPerSecond: 200 });
    const answer = await read();
    expect(answer.headers.get('content-length')).toBe('25');
    expect((await answer.arrayBuffer()).byteLength).toBe(25);
  });

  test('has no type that tells anything', async () => {
    const { read, script } = await done();
    await script({ kind: 'octet-stream' });
    const answer = await read();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  });

  test('breaks off', async () => {
    const { read, script } = await done();
    await script({ kind: 'cut', on: 'content' });
    await expect(read().then((answer) => answer.arrayBuffer())).rejects.toThrow();
  });
});

test.each([
  { kind: 'nothing' },
  { kind: 'moderated', on: 'content' },
  { kind: 'slow', after: 1 },
  { kind: 'slow', nth: 0 },
])('%j is no fault', async (fault) => {
  const { script } = createMediaClient(await startSandbox());
  await expect(script(fault)).rejects.toThrow('error');
});

test('faults are listed, forgotten, and meet only their vendor and model', async () => {
  const { create, script, url } = await open();
  await script({ kind: 'status-500', vendor: 'ark' });
  await script({ kind: 'status-500', model: 'sora-2-pro' });
  expect((await create()).status).toBe(200);
  expect(await (await fetch(`${url}/media/faults`)).json()).toHaveLength(2);
  const forgotten = await fetch(`${url}/media/faults`, { method: 'DELETE' });
  expect(await forgotten.json()).toEqual({ removed: 2 });
});
