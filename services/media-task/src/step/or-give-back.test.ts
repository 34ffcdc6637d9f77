import { randomUUID } from 'node:crypto';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { orGiveBack } from './or-give-back.ts';
import { startSender } from './sends/start-sender.ts';
import { startWorker } from './start-worker.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

/** A database whose connection breaks once, at the first transaction, or the first statement like this: nothing of it is done. */
function breakingOnce(knex: Knex, like: 'transaction' | RegExp): { knex: Knex; hasBroken: () => boolean } {
  let hasBroken = false;
  const breakOff = () => {
    hasBroken = true;
    return Promise.reject(new Error('Connection terminated unexpectedly'));
  };
  const raw = (sql: string, bindings: never) =>
    !hasBroken && like instanceof RegExp && like.test(sql) ? breakOff() : knex.raw(sql, bindings);
  const get = (of: Knex, name: keyof Knex): unknown => {
    if (name === 'raw') return raw;
    return name === like && !hasBroken ? breakOff : Reflect.get(of, name);
  };
  return { knex: new Proxy(knex, { get }), hasBroken: () => hasBroken };
}

const hurry = { idleMs: 10, pollMs: 10 };
const proxy = { provider: 'midjourney-proxy', baseUrl: 'http://proxy.test' };

test.each([
  ['alone', {}, () => ({ status: 'completed' })],
  [
    'together with others',
    { surface: 'mj', account: proxy } as const,
    (id: string | null) => [{ id, status: 'FAILURE', failReason: 'No.' }],
  ],
])('a task whose end could not be written down is looked at again soon, %s', async (_, of, say) => {
  const { id, upstreamId } = await media.submitted(of);
  const { knex, hasBroken } = breakingOnce(media.context.knex, 'transaction');
  const body = Buffer.from(JSON.stringify(say(upstreamId)));
  const worker = startWorker({
    ...media.context,
    knex,
    config: { ...media.context.config, ...hurry },
    send: async () => ({ status: 200, headers: {}, body }),
  });
  await waitFor(async () => (await media.read(id)).finishedAt !== null, 'it has ended');
  await worker.stop();
  expect(hasBroken()).toBe(true);
});

test('one that was not sent yet is sent all the same, and once', async () => {
  const { id } = await media.deferred();
  const { knex, hasBroken } = breakingOnce(media.context.knex, /^select \* from account/);
  let sends = 0;
  const worker = startSender({
    ...media.context,
    knex,
    config: { ...media.context.config, ...hurry },
    async sendImages() {
      sends += 1;
      const body = Buffer.from('{"data":[{"url":"https://vendor.test/1.png"}]}');
      return { status: 200, headers: {}, body };
    },
  });
  await waitFor(async () => (await media.read(id)).finishedAt !== null, 'it has ended');
  await worker.stop();
  expect([hasBroken(), sends]).toEqual([true, 1]);
});

test('what its vendor may have is never sent again, and what another has in hand stays there', async () => {
  const { knex, owner } = media.context;
  const fails = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const { id } = await media.submitted();
  const inHand = async (state: string, leaseOwner: string) => {
    await knex.raw(
      `update task set state = ?, lease_owner = ?, lease_until = now() + interval '1 min' where id = ?`,
      [state, leaseOwner, id],
    );
  };
  const stands = async () =>
    (await knex.raw('select state, lease_until is null as "isFree" from task where id = ?', [id])).rows;
  const task = await media.read(id);
  await inHand('submitting', owner);
  await orGiveBack(media.context, [task], fails);
  expect(await stands()).toEqual([{ state: 'submitting', isFree: true }]);
  await inHand('queued', randomUUID());
  await orGiveBack(media.context, [task], fails);
  expect(await stands()).toEqual([{ state: 'queued', isFree: false }]);
});
