/** A create whose answer broke off is handed on again: also to the process that is still at work on it. */
import { type HandleRequest, Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../call/send.ts';
import type { ApiContext } from '../context.ts';
import { findByRequest } from '../sql/tasks/find-task.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(() => {
  media.vendor.asked = [];
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_1","status":"queued"}') });
});

function createRequest(more: Partial<HandleRequest> = {}): HandleRequest {
  const body = { model: 'sora-2', prompt: 'a mill' };
  return { ...requestOf({ operation: Operation.CREATE_VIDEO, body }), ...more };
}

/** Something that is waited for until it is let go. */
function gate() {
  let letGo = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { opened, letGo };
}

const api = (): ApiContext => createTestApi(media, [testChannel()]);

test('a process that has no catalog yet says that it may be handed on again, and has made nothing', async () => {
  const context = { ...api(), catalog: { current: () => undefined } };
  const request = { ...createRequest(), isRepeat: true };
  await expect(handle(context, request)).rejects.toMatchObject({
    fault: { code: 'service_unavailable', status: 503, notStarted: true },
  });
  expect(await findByRequest(context.knex, request.requestId)).toBeUndefined();
  expect(await handle(api(), request)).toMatchObject({ status: 200 });
  expect(media.vendor.asked).toHaveLength(1);
});

test('the same process sends it once, however the two of them overlap', async () => {
  const [hold, sending, sent] = [gate(), gate(), gate()];
  const process = api();
  let holds = 0;
  const ledger: typeof process.ledger = {
    ...process.ledger,
    // The first one still waits for the ledger when the second is through.
    hold: () => (++holds === 1 ? hold.opened : Promise.resolve()),
  };
  let creates = 0;
  const send: Send = async (request) => {
    creates += 1;
    sending.letGo();
    if (creates === 1) await sent.opened;
    return process.send(request);
  };
  const context = { ...process, ledger, send };
  const request = createRequest();
  const first = handle(context, request).catch((error: unknown) => error);
  await expect.poll(() => holds).toBe(1);
  const second = handle(context, { ...request, isRepeat: true });
  await sending.opened;
  hold.letGo();
  // It has nothing more to do with the task, and nobody hears its answer.
  await first;
  sent.letGo();
  expect(await second).toMatchObject({ status: 200 });
  expect(media.vendor.asked).toHaveLength(1);
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'queued', upstreamId: 'video_1', attempts: 1 });
});

test('a task that was sent is answered as it stands, before a new process knows any channel', async () => {
  const request = createRequest();
  const first = await handle(api(), request);
  const restarted = { ...api(), catalog: { current: () => undefined } };
  const second = await handle(restarted, { ...request, isRepeat: true });
  expect(idIn(second)).toBe(idIn(first));
  expect(media.vendor.asked).toHaveLength(1);
});

test.each([
  ['the same request', { isRepeat: true }],
  ['another one under its idempotency key', { requestId: crypto.randomUUID() }],
])('one that was not sent is sent by %s', async (name, again) => {
  const request = createRequest({ headers: [{ name: 'idempotency-key', value: name }] });
  const reach: ApiContext['reach'] = (stage) => {
    if (stage === 'held') throw new Error('the process died');
  };
  await expect(handle({ ...api(), reach }, request)).rejects.toThrow('died');
  const told = await handle(api(), { ...request, ...again });
  expect(media.vendor.asked).toHaveLength(1);
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ id: idIn(told), state: 'queued', upstreamId: 'video_1' });
});

test('whose task another one under its idempotency key has taken over is told of it', async () => {
  const [hold, holding] = [gate(), gate()];
  const process = api();
  const ledger: typeof process.ledger = {
    ...process.ledger,
    hold: () => {
      holding.letGo();
      return hold.opened;
    },
  };
  const request = createRequest({ headers: [{ name: 'idempotency-key', value: 'overtaken' }] });
  const first = handle({ ...process, ledger }, request);
  await holding.opened;
  const second = await handle(api(), { ...request, requestId: crypto.randomUUID() });
  hold.letGo();
  expect(idIn(await first)).toBe(idIn(second));
  expect(media.vendor.asked).toHaveLength(1);
});

describe('while another process still sends it', () => {
  const refused = { status: 400, body: Buffer.from('{"error":{"message":"No.","code":null}}') };

  /** A create that its vendor refuses after this has happened. */
  async function createWhile(request: HandleRequest, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const send: Send = async (asked) => {
      await meanwhile();
      return api().send(asked);
    };
    media.vendor.answer = () => refused;
    return handle({ ...api(), send }, request).catch((error: unknown) => error);
  }

  test.each([
    ['the same request', {}, { isRepeat: true }],
    [
      'another one under its key',
      { headers: [{ name: 'idempotency-key', value: 'told' }] },
      { requestId: crypto.randomUUID() },
    ],
  ])('%s is told of a task, which fails like any other where it is refused', async (_name, own, again) => {
    const userId = BigInt(3_000 + Object.keys(own).length);
    const body = { model: 'sora-2', prompt: 'a mill', callback_url: 'https://client.test/hook' };
    const request = requestOf({ operation: Operation.CREATE_VIDEO, userId, body, ...own });
    let told: unknown;
    const first = await createWhile(request, async () => {
      told = idIn(await handle(api(), { ...request, ...again }));
    });
    expect(first).toMatchObject({ fault: { status: 400, message: 'No.' } });
    const listed = await handle(api(), requestOf({ operation: Operation.LIST_VIDEOS, userId }));
    expect(JSON.parse(Buffer.from(listed.body).toString()).data).toMatchObject([
      { id: told, status: 'failed', error: { message: 'No.' } },
    ]);
    const callbacks = await rowsOf(media.context.knex, 'select task_id from callback where task_id = ?', [
      String(told),
    ]);
    expect(callbacks).toHaveLength(1);
    expect(idIn(await handle(api(), { ...request, ...again }))).toBe(told);
  });
});

function idIn({ body }: { body: Uint8Array }): unknown {
  return JSON.parse(Buffer.from(body).toString()).id;
}
