import { expect, test } from 'vitest';
import type { Send, VendorRequest } from '../call/send.ts';
import { type Reference, toStoredWish, type Wish } from '../families/wish.ts';
import type { Task } from '../task/task.ts';
import { kling } from './kling.ts';
import type { SentTask } from './upstream.ts';

const account = {
  provider: 'kling',
  baseUrl: 'https://kling.test/v1',
  key: 'a:b',
  region: '',
  apiVersion: '',
};
const plain: Wish = { prompt: 'a mill', references: [], options: {} };

function vendorOf(status: number, json: object): { send: Send; asked: VendorRequest[] } {
  const asked: VendorRequest[] = [];
  const send: Send = async (request) => {
    asked.push(request);
    return { status, headers: {}, body: Buffer.from(JSON.stringify(json)) };
  };
  return { send, asked };
}

const found = { code: 0, message: 'SUCCEED', data: { task_id: '8001', task_status: 'submitted' } };
const unknown = { code: 1203, message: 'The requested resource does not exist' };

function submit(wish: Wish, send: Send) {
  const submission = { upstreamModel: 'kling-v1-6', clientRequestId: 'request.2' };
  return kling.submit({ ...kling.resolve(wish, 'kling-v1-6'), ...submission }, account, send);
}

/** A task whose second create went unanswered. */
function lost(path: string): Task {
  const task: Partial<Task> = {
    closeId: 'request',
    attempts: 2,
    wish: toStoredWish({ ...plain, options: { path } }),
  };
  return task as Task;
}

test('the vendor knows a task by the id of its create, below the path that made it', async () => {
  const created = vendorOf(200, found);
  expect(await submit(plain, created.send)).toEqual({
    upstreamId: '8001',
    state: { path: 'videos/text2video' },
  });
  expect(JSON.parse(String(created.asked[0]?.body))).toMatchObject({ external_task_id: 'request.2' });
  const asked = vendorOf(200, found);
  const path = 'videos/effects';
  expect(await kling.find?.(lost(path), account, asked.send)).toEqual({
    upstreamId: '8001',
    state: { path },
  });
  expect(asked.asked[0]).toMatchObject({
    method: 'GET',
    url: 'https://kling.test/v1/videos/effects/request.2',
  });
});

test('a task that the vendor does not know was not made, and one that it does not tell of may have been', async () => {
  const find = (status: number, json: object) =>
    kling.find?.(lost('videos/text2video'), account, vendorOf(status, json).send);
  expect(await find(404, unknown)).toBeUndefined();
  await expect(find(500, {})).rejects.toThrow('500');
});

test('a video that is no longer kept is the request’s fault, a model that is unknown is not', async () => {
  const video: Reference = {
    ...{ kind: 'video', role: 'reference', source: { asset: 'f1' }, options: { member: 'video_id' } },
  };
  const extension: Wish = { ...plain, references: [video], options: { path: 'videos/video-extend' } };
  await expect(submit(extension, vendorOf(404, unknown).send)).rejects.toMatchObject({
    blame: 'request',
    failCode: 'invalid_input_media',
  });
  await expect(submit(plain, vendorOf(404, unknown).send)).rejects.toMatchObject({ blame: 'unavailable' });
});

test('images are billed by those that came, and no more than were asked for', async () => {
  const { wish, usage } = kling.resolve({ ...plain, imageCount: 3 }, 'kling-v2');
  const billedFor = async (count: number) => {
    const images = Array.from({ length: count }, (_, index) => ({ index, url: `https://k.test/${index}` }));
    const data = { task_id: '8001', task_status: 'succeed', task_result: { images } };
    const task = { upstreamId: '8001', upstreamState: {}, wish, usage } as unknown as SentTask;
    const report = await kling.poll(task, account, vendorOf(200, { code: 0, data }).send);
    return report.kind === 'succeeded' ? (report.usage ?? usage).metered : undefined;
  };
  expect(await billedFor(2)).toMatchObject([{ quantity: 2n }]);
  expect(await billedFor(3)).toMatchObject([{ quantity: 3n }]);
  expect(await billedFor(4)).toMatchObject([{ quantity: 3n }]);
});
