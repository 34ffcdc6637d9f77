import { afterAll, beforeAll, expect, test } from 'vitest';
import { StreamError } from '../call/open-stream.ts';
import { finishTask } from '../sql/endings/finish-task.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { findContent } from './find-content.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const film = (name: string) => `https://files.test/${name}?signed`;

/** What its vendor says of a task that has ended, with a newer address. */
const vendors = {
  kling: {
    code: 0,
    data: {
      task_status: 'succeed',
      task_result: { videos: [{ id: 'f1', url: film('new'), duration: '5' }] },
    },
  },
  'minimax-v2': { task: { status: 'succeeded', content: { url: film('new') } } },
};

test.each(Object.entries(vendors))(
  '%s is asked once more where an address leads nowhere',
  async (provider, said) => {
    const task = await media.submitted({ account: { provider } });
    const result = { media: [{ kind: 'video' as const, url: film('old') }] };
    const ending = { state: 'succeeded', result, usage: task.usage } as const;
    await finishTask(media.context.knex, task.id, media.context.owner, ending);
    media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(said)) });
    const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0 };
    const api = createTestApi(media);
    expect(await findContent(api, wanted)).toMatchObject({ url: film('old') });
    expect(await findContent(api, { ...wanted, isGone: true })).toMatchObject({ url: film('new') });
    expect(await findContent(api, wanted)).toMatchObject({ url: film('new') });
  },
);

test('where the key of its channel was renewed since, its vendor is asked with the newer one', async () => {
  const account = { provider: 'minimax-v2', baseUrl: 'https://renewed.test/v2' };
  const task = await media.submitted({ account });
  await media.submitted({ account: { ...account, key: 'renewed' } });
  const result = { media: [{ kind: 'video' as const, url: film('old') }] };
  const ending = { state: 'succeeded', result, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  media.vendor.answer = ({ headers }) =>
    headers.authorization === 'Bearer renewed'
      ? { body: Buffer.from(JSON.stringify(vendors['minimax-v2'])) }
      : { status: 401, body: Buffer.from('{}') };
  const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0, isGone: true } as const;
  expect(await findContent(createTestApi(media), wanted)).toMatchObject({ url: film('new') });
});

test('a vendor that has fewer files by now gives no address of another one', async () => {
  const task = await media.submitted({ account: { provider: 'kling' } });
  const images = ['one', 'two'].map((name) => ({ kind: 'image' as const, url: film(name) }));
  const ending = { state: 'succeeded', result: { media: images }, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  await media.endedLongAgo(task.id);
  const left = [{ index: 0 }, { index: 1, url: film('two') }];
  const said = { code: 0, data: { task_status: 'succeed', task_result: { images: left } } };
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(said)) });
  const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0, isGone: true } as const;
  await expect(findContent(createTestApi(media), wanted)).rejects.toMatchObject({
    fault: { code: 'result_expired' },
  });
  expect((await media.read(task.id)).result?.media).toEqual(images);
});

test('a film whose vendor has no copy with its mark by now has its new address, and the copy what it had', async () => {
  const task = await media.submitted({ account: { provider: 'kling' } });
  const marked = { kind: 'video' as const, url: film('marked'), isMarked: true as const };
  const result = { media: [{ kind: 'video' as const, url: film('old') }, marked] };
  const ending = { state: 'succeeded', result, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(vendors.kling)) });
  const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0, isGone: true } as const;
  expect(await findContent(createTestApi(media), wanted)).toMatchObject({ url: film('new') });
  expect((await media.read(task.id)).result?.media).toMatchObject([{ url: film('new') }, marked]);
});

test('a page in the place of the vendor’s word says nothing of whether a result is kept', async () => {
  const task = await media.submitted({ account: { provider: 'kling' } });
  const result = { media: [{ kind: 'video' as const, url: film('old') }] };
  const ending = { state: 'succeeded', result, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  media.vendor.answer = () => ({ status: 404, body: Buffer.from('<html>Not found</html>') });
  const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0 };
  await expect(findContent(createTestApi(media), { ...wanted, isGone: true })).rejects.toBeInstanceOf(
    StreamError,
  );
});

test('what a credential made that cannot be opened any more is found with another of its channel', async () => {
  const place = { provider: 'kling', baseUrl: 'https://sealed.test' };
  const task = await media.submitted({ account: place });
  const result = { media: [{ kind: 'video' as const, url: film('old') }] };
  const ending = { state: 'succeeded', result, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  await media.sealAway(task.id);
  await media.submitted({ account: { ...place, key: 'readable' } });
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(vendors.kling)) });
  const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0 };
  const api = createTestApi(media);
  expect(await findContent(api, wanted)).toMatchObject({ url: film('old') });
  expect(await findContent(api, { ...wanted, isGone: true })).toMatchObject({ url: film('new') });
});

test('and with the next one where another does not know it: it may be of another account', async () => {
  const place = { provider: 'kling', baseUrl: 'https://other-accounts.test' };
  const task = await media.submitted({ account: place });
  const result = { media: [{ kind: 'video' as const, url: film('old') }] };
  const ending = { state: 'succeeded', result, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  await media.sealAway(task.id);
  await media.submitted({ account: { ...place, key: 'of:its-account' } });
  await media.submitted({ account: { ...place, key: 'of:another' } });
  let asked = 0;
  media.vendor.answer = () => {
    asked += 1;
    // Those that were used last first.
    return asked === 1
      ? { status: 404, body: Buffer.from(JSON.stringify({ code: 1203, message: 'no such task' })) }
      : { body: Buffer.from(JSON.stringify(vendors.kling)) };
  };
  const wanted = { userId: task.userId, taskId: task.id, variant: 'video', index: 0, isGone: true } as const;
  expect(await findContent(createTestApi(media), wanted)).toMatchObject({ url: film('new') });
});
