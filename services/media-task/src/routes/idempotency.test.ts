import { type HandleRequest, Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

function under(
  key: string,
  of: { prompt?: string; keyId?: bigint; operation?: Operation } = {},
): HandleRequest {
  const { prompt = 'a mill', keyId = 1n, operation = Operation.CREATE_VIDEO } = of;
  const headers = [{ name: 'idempotency-key', value: key }];
  return requestOf({ operation, keyId, headers, body: { model: 'sora-2', prompt } });
}

async function create(request: HandleRequest): Promise<string> {
  const { body } = await handle(createTestApi(media, [testChannel()]), request);
  return JSON.parse(Buffer.from(body).toString()).id;
}

test('twenty requests at once under one key make one task, and each is told of it', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => create(under('twenty'))));
  expect(new Set(ids).size).toBe(1);
  expect(media.vendor.asked).toHaveLength(1);
});

test('the same key with the members in another order is the same request', async () => {
  const request = under('ordered');
  const other = {
    ...request,
    requestId: crypto.randomUUID(),
    body: Buffer.from('{"prompt":"a mill","model":"sora-2"}'),
  };
  expect(await create(other)).toBe(await create(request));
  expect(media.vendor.asked).toHaveLength(1);
});

test('another request under a key that was used is refused, and nothing is sent', async () => {
  await create(under('used'));
  for (const other of [{ prompt: 'a castle' }, { operation: Operation.CREATE_UNIFIED }]) {
    await expect(create(under('used', other))).rejects.toMatchObject({
      fault: { status: 409, code: 'idempotency_conflict' },
    });
  }
  expect(media.vendor.asked).toHaveLength(1);
});

test('what one API key used is free for another', async () => {
  const [one, other] = [await create(under('shared')), await create(under('shared', { keyId: 2n }))];
  expect(other).not.toBe(one);
});

test('a request that is handed on again makes no second task', async () => {
  const request = requestOf({
    operation: Operation.CREATE_VIDEO,
    body: { model: 'sora-2', prompt: 'a mill' },
  });
  const first = await create(request);
  expect(await create({ ...request, isRepeat: true })).toBe(first);
  expect(media.vendor.asked).toHaveLength(1);
});

test('a key that is too long is refused by name', async () => {
  await expect(create(under('x'.repeat(256)))).rejects.toMatchObject({
    fault: { status: 400, param: 'Idempotency-Key' },
  });
});

describe('a create that was refused', () => {
  const refused = { status: 400, body: Buffer.from('{"error":{"message":"No.","code":null}}') };

  test('may be asked again under its idempotency key', async () => {
    media.vendor.answer = () => refused;
    await expect(create(under('again'))).rejects.toMatchObject({ fault: { status: 400 } });
    media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_1","status":"queued"}') });
    await create(under('again'));
    expect(media.vendor.asked).toHaveLength(2);
  });

  test('is in no list of its client’s', async () => {
    const userId = 99n;
    media.vendor.answer = () => refused;
    const body = { model: 'sora-2', prompt: 'a mill' };
    await create(requestOf({ operation: Operation.CREATE_VIDEO, userId, body })).catch(() => undefined);
    const api = createTestApi(media, [testChannel()]);
    const listed = await handle(api, requestOf({ operation: Operation.LIST_VIDEOS, userId }));
    expect(JSON.parse(Buffer.from(listed.body).toString()).data).toEqual([]);
  });

  test('is refused once more where it is handed on again, and nothing is sent', async () => {
    media.vendor.answer = () => refused;
    const request = requestOf({
      operation: Operation.CREATE_VIDEO,
      body: { model: 'sora-2', prompt: 'a mill' },
    });
    await create(request).catch(() => undefined);
    await expect(create({ ...request, isRepeat: true })).rejects.toMatchObject({
      fault: { status: 400, message: 'No.' },
    });
    expect(media.vendor.asked).toHaveLength(1);
  });
});
