/** Which answers to a create let another channel be asked, and which do not: a second create may be a second bill. */
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SendError, type VendorAnswer } from '../../call/send.ts';
import { handle } from '../../routes/index.ts';
import { findByRequest } from '../../sql/tasks/find-task.ts';
import { breakingAfter } from '../../testing/breaking-after.ts';
import { breakingNext } from '../../testing/breaking-next.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { failTask } from '../end-task.ts';
import { takeUp } from '../take-up.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(() => {
  media.vendor.asked = [];
});

type Said = Partial<VendorAnswer> | Error;

function say(status: number, body: object): Said {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

const [first, second] = ['http://first.test/v1', 'http://second.test/v1'];
const channels = [
  testChannel({ id: 1n, baseUrl: first, priority: 2 }),
  testChannel({ id: 2n, baseUrl: second, priority: 1 }),
];

/** What becomes of a create that the first channel answers so; the second takes it. */
async function create(said: Said, more: object = {}, from = channels) {
  media.vendor.answer = ({ url }) =>
    url.startsWith(first) ? said : say(200, { id: 'video_2', status: 'queued' });
  const request = requestOf({
    operation: Operation.CREATE_VIDEO,
    body: { model: 'sora-2', prompt: 'a mill', ...more },
  });
  const answer = await handle(createTestApi(media, from), request).catch((error: unknown) => error);
  const task = (await findByRequest(media.context.knex, request.requestId))?.task;
  return { answer, task, asked: media.vendor.asked.map(({ url }) => new URL(url).host) };
}

const queued = { status: 200 };
const error = (message: string) => ({ error: { message, code: null } });

describe('a create that was refused for certain', () => {
  test.each<[string, Said]>([
    ['its connection was never made', new SendError('refused', false)],
    ['its credential is refused', say(401, error('no'))],
    ['its account has no money', say(402, error('no'))],
    ['its account may not', say(403, error('no'))],
    ['its model is unknown', say(404, error('no'))],
    ['it has too much to do', say(429, error('no'))],
    ['its address is another for good', { status: 301, body: Buffer.from('<html>') }],
    ['its address is another for now', say(307, error('no'))],
    ['its https is wanted', { status: 308, body: Buffer.alloc(0) }],
  ])('goes to the next channel: %s', async (_name, said) => {
    const { answer, task, asked } = await create(said);
    expect(answer).toMatchObject(queued);
    expect(asked).toEqual(['first.test', 'second.test']);
    expect(task).toMatchObject({ state: 'queued', upstreamId: 'video_2', channelId: 2n, attempts: 2 });
  });

  test('for the request itself is asked of nobody else, and ends without being billed', async () => {
    const { answer, task, asked } = await create(say(400, error('no such size')));
    expect(answer).toBeInstanceOf(FaultError);
    expect(answer).toMatchObject({ fault: { status: 400, code: 'invalid_request' } });
    expect(asked).toEqual(['first.test']);
    expect(task).toMatchObject({ state: 'failed', failure: { code: 'invalid_parameter' } });
    const outbox = await rowsOf(media.context.knex, 'select kind from outbox where close_id = ?', [
      task?.closeId ?? '',
    ]);
    expect(outbox).toEqual([{ kind: 'close' }]);
  });
});

test('the words of a refusal hold neither the credential nor the place of whoever refused', async () => {
  const message = 'first.test:80 (First.Test) takes no such size of the-key';
  const { answer, task } = await create(say(400, error(message)));
  const told = '[...]:80 ([...]) takes no such size of [...]';
  expect(answer).toMatchObject({ fault: { message: told } });
  expect(task).toMatchObject({ failure: { message: told } });
});

test('nor what it calls a model that clients know by another name', async () => {
  const mapped = testChannel({
    ...{ id: 1n, baseUrl: first },
    models: [{ name: 'film', upstream: 'sora-2-pro', priceModel: 'sora-2' }],
  });
  const said = say(400, error('size is not supported by sora-2-pro.'));
  const { answer, task } = await create(said, { model: 'film' }, [mapped]);
  const told = 'size is not supported by [...].';
  expect(answer).toMatchObject({ fault: { message: told } });
  expect(task).toMatchObject({ failure: { message: told } });
});

describe('a create whose outcome nobody knows', () => {
  test.each<[string, Said]>([
    ['the connection broke after it was sent', new SendError('broken', true)],
    ['500', say(500, error('no'))],
    ['502 in HTML', { status: 502, body: Buffer.from('<html>') }],
    ['503', say(503, error('no'))],
    ['504', say(504, error('no'))],
    ['408', say(408, error('no'))],
    ['302, which may lead to what was made', { status: 302, body: Buffer.alloc(0) }],
    ['200 in HTML', { body: Buffer.from('<html>') }],
    ['202 without an id', say(202, { status: 'queued' })],
  ])('is sent to nobody else, and is answered as queued: %s', async (_name, said) => {
    const { answer, task, asked } = await create(said);
    expect(answer).toMatchObject(queued);
    expect(asked).toEqual(['first.test']);
    expect(task).toMatchObject({ state: 'submitting', upstreamId: null, attempts: 1 });
  });
});

test.each([200, 201, 202])('a create that was accepted under %i is the task’s', async (status) => {
  const { answer, task, asked } = await create(say(status, { id: 'video_1', status: 'queued' }));
  expect(answer).toMatchObject(queued);
  expect(asked).toEqual(['first.test']);
  expect(task).toMatchObject({ state: 'queued', upstreamId: 'video_1', channelId: 1n });
});

test('a create that was accepted after its lease ran out is the task’s all the same', async () => {
  const { knex } = media.context;
  const request = requestOf({
    operation: Operation.CREATE_VIDEO,
    body: { model: 'sora-2', prompt: 'a mill' },
  });
  const api = createTestApi(media, channels);
  const send: typeof api.send = async () => {
    const found = await findByRequest(knex, request.requestId);
    const { id } = found?.task ?? nobody();
    await rowsOf(knex, 'update task set lease_until = now(), due_at = now() where id = ?', [id]);
    await takeUp(media.context, await media.claim(id));
    return { status: 200, headers: {}, body: Buffer.from('{"id":"video_late","status":"queued"}') };
  };
  expect(await handle({ ...api, send }, request)).toMatchObject(queued);
  const found = await findByRequest(knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'queued', upstreamId: 'video_late' });
});

test('a task is sent though the connection broke as it was noted that it would be', async () => {
  media.vendor.answer = () => say(200, { id: 'video_1', status: 'queued' });
  const request = requestOf({
    operation: Operation.CREATE_VIDEO,
    body: { model: 'sora-2', prompt: 'a mill' },
  });
  const knex = breakingAfter(media.context.knex, 'attempts = ');
  expect(await handle({ ...createTestApi(media, channels), knex }, request)).toMatchObject(queued);
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'queued', upstreamId: 'video_1', attempts: 1 });
  expect(media.vendor.asked).toHaveLength(1);
});

/** What becomes of a create when the connection to the database breaks as the first channel has answered it. */
async function createWhileBroken(said: Said) {
  const { knex, breakNext } = breakingNext(media.context.knex);
  media.vendor.answer = ({ url }) => {
    if (!url.startsWith(first)) return say(200, { id: 'video_2', status: 'queued' });
    breakNext();
    return said;
  };
  const request = requestOf({
    operation: Operation.CREATE_VIDEO,
    body: { model: 'sora-2', prompt: 'a mill' },
  });
  const api = { ...createTestApi(media, channels), knex };
  const answer = await handle(api, request).catch((error: unknown) => error);
  return { answer, task: (await findByRequest(media.context.knex, request.requestId))?.task };
}

test('a task that a channel did not take goes to the next one though the connection broke meanwhile', async () => {
  const { answer, task } = await createWhileBroken(say(429, error('no')));
  expect(answer).toMatchObject(queued);
  expect(task).toMatchObject({ state: 'queued', upstreamId: 'video_2', channelId: 2n });
});

test('a client hears that its request was refused though the connection broke meanwhile', async () => {
  const { answer, task } = await createWhileBroken(say(400, error('no such size')));
  expect(answer).toMatchObject({ fault: { status: 400, code: 'invalid_request' } });
  expect(task).toMatchObject({ state: 'failed', failure: { code: 'invalid_parameter' } });
});

test('a name of thousands of characters is kept, and asked for whole', async () => {
  const name = `projects/p/locations/l/operations/${'0123456789abcdef'.repeat(300)}`;
  const { task } = await create(say(200, { id: name, status: 'queued' }));
  expect(task?.upstreamId).toBe(name);
  await rowsOf(media.context.knex, 'update task set due_at = now() where id = ?', [task?.id ?? '']);
  media.vendor.answer = () => say(200, { status: 'in_progress' });
  await takeUp(media.context, await media.claim(task?.id ?? ''));
  expect(media.vendor.asked.at(-1)?.url).toBe(`${first}/videos/${encodeURIComponent(name)}`);
});

test('a client that was refused is not told of a task that failed', async () => {
  const answers = { refused: say(400, error('no such size')), unknown: say(500, error('no')) };
  const callbacks = async (said: Said) => {
    const { task } = await create(said, { callback_url: 'https://me.test/hook' });
    const message = 'Whether the upstream took the task could not be found out.';
    await failTask(media.context, task ?? nobody(), 'submission_unknown', message);
    return rowsOf(media.context.knex, 'select url from callback where task_id = ?', [task?.id ?? '']);
  };
  expect(await callbacks(answers.refused)).toEqual([]);
  expect(await callbacks(answers.unknown)).toEqual([{ url: 'https://me.test/hook' }]);
});

function nobody(): never {
  throw new Error('there is no task');
}
