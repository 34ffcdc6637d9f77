import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { createMayConnect } from '@headgate/runtime/outbound/may-connect';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MjOptions } from '../midjourney/job.ts';
import { claimCallbacks } from '../sql/endings/callbacks.ts';
import { finishTask } from '../sql/endings/finish-task.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { type CallbackContext, deliver as deliverOne } from './deliver.ts';
import { deliverForever } from './deliver-forever.ts';
import { readCallback, readVendorCallback } from './read-callback.ts';

const secret = Buffer.alloc(32, 9);
const baseUrl = 'https://gateway.test';

const imagined: MjOptions = {
  action: 'IMAGINE',
  job: { route: 'submit/imagine', members: {} },
  botType: 'MID_JOURNEY',
  state: null,
  customId: null,
  description: '',
};

let media: TestMedia;
let receiver: Server;
let received: { headers: IncomingHttpHeaders; body: string }[];
let status: number;

beforeAll(async () => {
  media = await createTestMedia();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      if (request.url !== '/silent') response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await media.stop();
});
beforeEach(async () => {
  received = [];
  status = 204;
  await media.context.knex.raw('delete from callback');
});

function address(): string {
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}

/** A task whose client wants to hear of its end, and that has ended. */
async function ended(state: 'succeeded' | 'failed' = 'succeeded', url = address()): Promise<string> {
  const { id } = await media.submitted({ callback: { url, baseUrl } });
  const { usage } = await media.read(id);
  await finishTask(
    media.context.knex,
    id,
    media.context.owner,
    state === 'succeeded'
      ? { state, result: { media: [{ kind: 'video' }] }, usage }
      : { state, failure: { code: 'content_policy_violation', message: 'No.' } },
  );
  return id;
}

function contextFor(allow = '127.0.0.0/8'): CallbackContext {
  const { knex, log } = media.context;
  return {
    knex,
    log,
    secret,
    mayConnect: createMayConnect(readAllowList(allow)),
    resolve: async () => ['127.0.0.1'],
    egress: withoutProxy,
    settings: { callbackTimeoutMs: 10_000, callbackPauseMs: 60_000, callbackTries: 2 },
  };
}

/** Tries those that are due, each once. Returns how many were. */
async function deliver(allow?: string, stopping = new AbortController().signal): Promise<number> {
  const room = { limit: 16, leaseMs: 20_000, perUser: 16, inHand: [] };
  const due = await claimCallbacks(media.context.knex, room);
  await Promise.all(due.map((callback) => deliverOne(contextFor(allow), callback, stopping)));
  return due.length;
}

async function waiting(): Promise<{ tries: number }[]> {
  return (await media.context.knex.raw('select tries, problem from callback')).rows;
}

describe('the end of a task', () => {
  test('is told once, signed after Standard Webhooks, with the video object for data', async () => {
    const id = await ended();
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const event = JSON.parse(body);
    expect(event).toMatchObject({
      object: 'event',
      type: 'video.completed',
      data: { id, status: 'completed' },
    });
    expect(event.data.video_url).toBe(`${baseUrl}/v1/videos/${id}/content`);
    expect(headers['webhook-id']).toBe(event.id);
    expect(headers['webhook-signature']).toMatch(/^v1,/);
  });

  test('is told of a failure with its reason', async () => {
    const id = await ended('failed');
    await deliver();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'video.failed',
      data: { id, status: 'failed', error: { code: 'content_policy_violation' } },
    });
  });

  test('is not told of a task that was never sent: its client was refused', async () => {
    await media.context.knex.raw(`update task set callback = null`);
    const { id } = await media.submitted({ callback: { url: address(), baseUrl } });
    await media.context.knex.raw(`update task set state = 'held', upstream_id = null where id = ?`, [id]);
    const failure = { code: 'upstream_unavailable', message: '' } as const;
    await finishTask(media.context.knex, id, media.context.owner, { state: 'failed', failure });
    expect(await deliver()).toBe(0);
  });
});

test('a client of the /mj/ family is told in its own record', async () => {
  const { id } = await media.submitted({
    surface: 'mj',
    action: 'IMAGINE',
    wish: { prompt: 'a mill', references: [], options: { mj: imagined } },
    callback: { url: address(), baseUrl },
  });
  const failure = { code: 'internal_error', message: 'It broke.' } as const;
  await finishTask(media.context.knex, id, media.context.owner, { state: 'failed', failure });
  await deliver();
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(JSON.parse(body)).toMatchObject({
    id,
    action: 'IMAGINE',
    status: 'FAILURE',
    failReason: 'It broke.',
  });
  expect(headers['webhook-signature']).toMatch(/^v1,/);
});

test('a client of Kling’s style is told in its own style', async () => {
  const { id } = await media.submitted({
    surface: 'kling',
    action: 'videos/text2video',
    callback: { url: address(), baseUrl },
  });
  const failure = { code: 'internal_error', message: 'It broke.' } as const;
  await finishTask(media.context.knex, id, media.context.owner, { state: 'failed', failure });
  await deliver();
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    task_id: id,
    task_status: 'failed',
    task_status_msg: 'It broke.',
  });
});

describe('a receiver that does not take it', () => {
  test('is tried again later, and given up in the end', async () => {
    status = 500;
    await ended();
    await deliver();
    expect(await waiting()).toMatchObject([{ tries: 1, problem: 'status 500' }]);
    expect(await deliver()).toBe(0);
    await media.context.knex.raw('update callback set due_at = now()');
    await deliver();
    expect(await waiting()).toEqual([]);
    expect(received).toHaveLength(2);
  });

  test('is tried again at once by another process where ours stops within its last try', async () => {
    await ended();
    await media.context.knex.raw('update callback set tries = 1');
    const stopping = new AbortController();
    receiver.prependOnceListener('request', () => stopping.abort());
    await deliver('127.0.0.0/8', stopping.signal);
    expect(await waiting()).toMatchObject([{ tries: 2 }]);
    expect(await deliver()).toBe(1);
    expect(await waiting()).toEqual([]);
  });

  test('is not connected to where it is not public', async () => {
    await ended();
    await deliver('');
    expect(received).toEqual([]);
    expect(await waiting()).toMatchObject([{ tries: 1 }]);
  });
});

test('a receiver that does not answer keeps no other user’s client waiting', async () => {
  const { knex } = media.context;
  const silent = address().replace('/hook', '/silent');
  for (let count = 0; count < 17; count += 1) await ended('succeeded', silent);
  const stopping = new AbortController();
  const delivering = deliverForever(contextFor(), 20, stopping.signal);
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), 3_000);
  const id = await ended();
  await knex.raw('update task set user_id = user_id + 1 where id = ?', [id]);
  try {
    await vi.waitFor(
      () => expect(received.map(({ body }) => body)).toContainEqual(expect.stringContaining(id)),
      {
        timeout: 3_000,
      },
    );
  } finally {
    stopping.abort();
    await delivering;
  }
});

test('a notifyHook counts for nothing where callbacks are switched off', () => {
  const fields = { notifyHook: 'https://me.test/' };
  expect(readVendorCallback(fields, 'notifyHook', { isOn: false, baseUrl })).toBeUndefined();
  expect(readVendorCallback(fields, 'notifyHook', { isOn: true, baseUrl })?.url).toBe('https://me.test/');
});

describe('a callback_url', () => {
  const read = (url: unknown, isOn = true) => readCallback({ callback_url: url }, { isOn, baseUrl });

  test('may be left out', () => {
    expect(read(undefined, false)).toBeUndefined();
  });

  test('is refused where nobody would be told', () => {
    expect(() => read('https://me.test/', false)).toThrow('this gateway sends no callbacks');
  });

  test('of more characters than are kept is refused for its length', () => {
    const url = `https://me.test/${'x'.repeat(2_048)}`;
    expect(() => read(url)).toThrow('callback_url has 2064 characters; at most 2048 are taken.');
  });

  test.each(['ftp://me.test/', 'me.test', 'javascript:1', 7, 'https://user:word@me.test/'])(
    'is refused as %j',
    (url) => {
      expect(() => read(url)).toThrow('callback_url');
    },
  );
});
