import { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublish } from '../references/publish.ts';
import { createReferenceFiles } from '../references/reference-files.ts';
import { presignUpload } from '../routes/presign-upload.ts';
import { createS3Store } from '../store/s3-store.ts';
import { credentials, type FakeS3, startFakeS3 } from '../store/testing/fake-s3.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { sweepFiles } from './sweep-files.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const baseUrl = 'https://gateway.test';
let media: TestMedia;
let s3: FakeS3;
let context: ReturnType<typeof withBucket>;
beforeAll(async () => {
  [media, s3] = await Promise.all([createTestMedia(), startFakeS3(() => new Date())]);
  context = withBucket();
});
afterAll(async () => {
  await context.store.close();
  s3.stop();
  await media.stop();
});

function withBucket() {
  const bucket = {
    endpoint: s3.url,
    bucket: 'media',
    prefix: '',
    pathStyle: true,
    publicUrl: '',
    egress: withoutProxy,
  };
  const limits = { uploadLifeMs: 900_000, uploadsPerMinute: 60, uploadUserBytes: 1_000_000 };
  const store = createS3Store({ ...bucket, ...credentials });
  return { ...media.context, store, config: { ...media.context.config, ...limits } };
}

async function announce(size = png.length) {
  const request = HandleRequest.fromPartial({
    caller: Caller.fromPartial({ userId: 7n }),
    body: Buffer.from(JSON.stringify({ content_type: 'image/png', size })),
    baseUrl,
  });
  const { body } = await presignUpload(context, request);
  const { data } = JSON.parse(Buffer.from(body).toString());
  const put = (bytes: Buffer) =>
    fetch(data.upload_url, { method: 'PUT', headers: data.headers, body: new Uint8Array(bytes) });
  return { key: String(data.key), address: String(data.public_url), put };
}

test('a client puts its file into the bucket itself, as long as it said and no longer', async () => {
  const { put, address } = await announce();
  expect((await put(Buffer.concat([png, png]))).status).toBe(403);
  expect((await put(png)).status).toBe(200);
  expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(png);
});

test('as a reference it is read from the bucket, and looked at then', async () => {
  const files = createReferenceFiles(
    {
      ...context.config,
      fetchMedia: false,
      fetchMediaTimeoutMs: 30_000,
      fetchMediaConcurrency: 1,
      fetchMediaQueue: 1,
      fetchMediaHeldBytes: 1e6,
    },
    {
      log: media.context.log,
      store: context.store,
      publish: createPublish(context),
      fetchFile: async () => ({ failure: 'not_public' }),
    },
  ).open({ userId: 7n, baseUrl });
  const [good, bad] = [await announce(), await announce(4)];
  await Promise.all([good.put(png), bad.put(Buffer.from('text'))]);
  const image = { kind: 'image', role: 'first_frame', source: { asset: '' }, param: 'image' } as const;
  expect(await files.bring(image, good.address)).toEqual({ bytes: png, type: 'image/png' });
  await expect(files.bring(image, bad.address)).rejects.toMatchObject({ fault: { status: 400 } });
});

test('the sweep finds what came, forgets what did not, and removes both in the end', async () => {
  await media.context.knex.raw('truncate file');
  const [came, missing] = [await announce(), await announce()];
  await came.put(png);
  await media.context.knex.raw('update file set drop_at = now()');
  await sweepFiles(context);
  expect(await media.context.knex('file').select('key', 'state')).toEqual([{ key: came.key, state: 'kept' }]);
  expect(await context.store.find(missing.key)).toBeUndefined();
  await media.context.knex.raw('update file set drop_at = now()');
  await sweepFiles(context);
  expect(await media.context.knex('file')).toEqual([]);
  expect(await context.store.find(came.key)).toBeUndefined();
});
