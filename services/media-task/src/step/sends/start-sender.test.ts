import { rowsOf } from '@headgate/runtime/postgres/rows';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Send } from '../../call/send.ts';
import { loseAnswer } from '../../testing/lose-answer.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { renewEveryMs } from '../leases.ts';
import { startSender } from './start-sender.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const reference = { kind: 'image', role: 'reference', source: { url: 'https://me.test/a.png' } };
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const image = Buffer.from(JSON.stringify({ data: [{ b64_json: png.toString('base64') }] }));

/** Something that is waited for until it is let go. */
function gate() {
  let letGo = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { opened, letGo };
}

const publish = () => Promise.reject(new Error('nothing is published'));

/** Has a task that waits made from a picture at an address. */
async function refer(id: string): Promise<void> {
  await rowsOf(
    media.context.knex,
    `update task set ways = jsonb_set(ways, '{0,wish,references}', ?::jsonb) where id = ?`,
    [JSON.stringify([reference]), id],
  );
}

test('a worker that was away for longer than its lease, and took its own task up again, sends it once', async () => {
  const { context } = media;
  const { knex } = context;
  const { id } = await media.deferred();
  await refer(id);
  const [away, making] = [gate(), gate()];
  let brought = 0;
  const bring = async () => {
    brought += 1;
    if (brought === 1) await away.opened;
    return { bytes: png, type: 'image/png' };
  };
  let creates = 0;
  const sendImages: Send = async () => {
    creates += 1;
    if (creates === 1) await making.opened;
    return { status: 200, headers: {}, body: image };
  };
  let released = 0;
  const release = () => {
    released += 1;
  };
  const open = () => ({ bring, publish, release });
  const sender = startSender({ ...context, sendImages, references: { open } });
  await waitFor(() => brought === 1, 'its reference is being fetched');
  await rowsOf(knex, 'update task set lease_until = now() where id = ?', [id]);
  sender.wake();
  await waitFor(() => creates === 1, 'it is sent by the second one');
  away.letGo();
  await waitFor(() => released === 1, 'the first one is through with it');
  making.letGo();
  await sender.stop();
  expect(creates).toBe(1);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
});

test('what a worker has in hand is free soon after its death, sent or not, and its own for as long as it lives', async () => {
  const { context } = media;
  const { id } = await media.deferred();
  const [fetching, making] = [gate(), gate()];
  let isSent = false;
  const sendImages: Send = async () => {
    isSent = true;
    await making.opened;
    return { status: 200, headers: {}, body: image };
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const soonMs = 8 * 60_000;
  await refer(id);
  let isFetching = false;
  const bring = async () => {
    isFetching = true;
    await fetching.opened;
    return { bytes: png, type: 'image/png' };
  };
  const sender = startSender({
    ...context,
    sendImages,
    references: { open: () => ({ bring, publish, release() {} }) },
  });
  await waitFor(() => isFetching, 'it is taken up');
  expect(await media.leaseLeftMs(id)).toBeLessThan(soonMs);
  fetching.letGo();
  await waitFor(() => isSent, 'it is sent');
  expect(await media.leaseLeftMs(id)).toBeLessThan(soonMs);
  await rowsOf(context.knex, `update task set lease_until = now() + interval '1 s' where id = ?`, [id]);
  vi.advanceTimersByTime(renewEveryMs);
  await waitFor(async () => (await media.leaseLeftMs(id)) > renewEveryMs, 'its lease is renewed');
  making.letGo();
  await sender.stop();
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('what a claim took whose answer was lost is sent at once, and once', async () => {
  const { context } = media;
  const { id } = await media.deferred();
  const { knex, isLost } = loseAnswer(context.knex, /^with busy/);
  let creates = 0;
  const sendImages: Send = async () => {
    creates += 1;
    return { status: 200, headers: {}, body: image };
  };
  const config = { ...context.config, idleMs: 10 };
  const sender = startSender({ ...context, knex, config, sendImages });
  await waitFor(async () => (await media.read(id))?.state === 'succeeded', 'it is made');
  await sender.stop();
  expect([isLost(), creates]).toEqual([true, 1]);
});
