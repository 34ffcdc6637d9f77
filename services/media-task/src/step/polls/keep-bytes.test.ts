import { buffer } from 'node:stream/consumers';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { finishTask } from '../../sql/endings/finish-task.ts';
import type { About, Store } from '../../store/store.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { sweepFiles } from '../../uploads/sweep-files.ts';
import type { FoundBytes } from '../../upstreams/upstream.ts';
import { renewEveryMs } from '../leases.ts';
import { judge } from './judge.ts';
import { keepBytes } from './keep-bytes.ts';
import { conclude, requireSent } from './poll.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const film: FoundBytes = { kind: 'video', type: 'video/mp4', bytes: [Buffer.from('the film')] };
const pace = { pollMs: 1_000, nowMs: 0, names: [] };

test('bytes that come with a result are kept, and the task names their key alone', async () => {
  const { context } = media;
  const task = await media.submitted();
  const settled = await keepBytes(context, task, { kind: 'succeeded', result: { media: [film] } });
  const verdict = judge(task, settled, pace);
  if (verdict.kind !== 'ends') throw new Error('the task goes on');
  await finishTask(context.knex, task.id, context.owner, verdict.ending);
  const { result } = await media.read(task.id);
  expect(result?.media).toEqual([
    { kind: 'video', key: expect.stringMatching(/^r\/.+\.mp4$/), expiresAt: expect.any(Number) },
  ]);
  const stream = await context.store.read(result?.media[0]?.key ?? '');
  expect(stream && (await buffer(stream)).toString()).toBe('the film');
});

test.each(['image/svg+xml', 'image/avif', 'image/png\r\nx: \0'])(
  '%j is kept as well, as bytes alone, and called so in the store',
  async (type) => {
    const { context } = media;
    const told: string[] = [];
    const put: Store['put'] = (key, bytes, about) => {
      told.push(about.type);
      return context.store.put(key, bytes, about);
    };
    const picture: FoundBytes = { kind: 'image', type, bytes: [Buffer.from('a picture')] };
    const found = { kind: 'succeeded', result: { media: [picture] } } as const;
    const settled = await keepBytes(
      { ...context, store: { ...context.store, put } },
      await media.submitted(),
      found,
    );
    expect(settled).toMatchObject({
      result: { media: [{ kind: 'image', key: expect.stringMatching(/^r\/.+\.bin$/) }] },
    });
    expect(told).toEqual(['application/octet-stream']);
  },
);

test('the store is told how long that is which is in memory, and needs no file to find out', async () => {
  const { context } = media;
  const told: About[] = [];
  const store: Store = {
    ...context.store,
    put(key, bytes, about) {
      told.push(about);
      return context.store.put(key, bytes, about);
    },
  };
  const parts = [Buffer.from('the '), Buffer.from('film')];
  const found = { kind: 'succeeded', result: { media: [{ ...film, bytes: parts }] } } as const;
  await keepBytes({ ...context, store }, await media.submitted(), found);
  expect(told).toEqual([{ type: 'video/mp4', sizeBytes: 8 }]);
});

test('what lies at an address stays there', async () => {
  const task = await media.submitted();
  const result = { media: [{ kind: 'video' as const, url: 'https://vendor.test/a.mp4' }] };
  expect(await keepBytes(media.context, task, { kind: 'succeeded', result })).toEqual({
    kind: 'succeeded',
    result,
  });
});

test('a task whose bytes cannot be kept is polled again', async () => {
  const task = await media.submitted();
  const broken = async function* () {
    yield Buffer.from('half a film');
    throw new Error('gone');
  };
  const found = { kind: 'succeeded', result: { media: [{ ...film, bytes: broken() }] } } as const;
  const settled = await keepBytes(media.context, task, found);
  expect(judge(task, settled, pace)).toMatchObject({ kind: 'goes-on', to: 'queued' });
  const left = await media.context.knex('file').where({ state: 'arriving' });
  expect(left).toMatchObject([{ purpose: 'result' }]);
  await media.context.knex('file').where({ state: 'arriving' }).update({ drop_at: new Date() });
  expect(await sweepFiles(media.context)).toBe(1);
  expect(await media.context.knex('file').where({ state: 'arriving' })).toEqual([]);
});

test('of several images nothing is left of a try in which the store took only the first ones', async () => {
  const { context } = media;
  const { knex, store } = context;
  const image: FoundBytes = { kind: 'image', type: 'image/png', bytes: [Buffer.from('small')] };
  const large: FoundBytes = { ...image, bytes: [Buffer.from('too large')] };
  const put: Store['put'] = (key, bytes, about) =>
    about.sizeBytes === 5 ? store.put(key, bytes, about) : Promise.reject(new Error('the store is full'));
  const found = { kind: 'succeeded', result: { media: [image, large] } } as const;
  const task = await media.submitted();
  const ofTask = { purpose: 'result', type: 'image/png', state: 'kept' };
  for (let tries = 0; tries < 3; tries += 1)
    await keepBytes({ ...context, store: { ...store, put } }, task, found);
  expect(await knex('file').where(ofTask)).toHaveLength(3);
  await sweepFiles(context);
  expect(await knex('file').where(ofTask)).toEqual([]);
});

test('a task is its worker’s for as long as its bytes are on their way to the store', async () => {
  const { context } = media;
  const { id } = await media.submitted();
  const task = requireSent(await media.claim(id));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const slowly = async function* () {
    await rowsOf(context.knex, `update task set lease_until = now() + interval '1 s' where id = ?`, [id]);
    vi.advanceTimersByTime(renewEveryMs);
    await waitFor(async () => (await media.leaseLeftMs(id)) > renewEveryMs, 'its lease is renewed');
    yield Buffer.from('the film');
  };
  const found = { kind: 'succeeded', result: { media: [{ ...film, bytes: slowly() }] } } as const;
  await conclude(context, task, found, { account: undefined, askedAtMs: Date.now() });
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});
