import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reference } from '../families/wish.ts';
import { drawKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { createPublish } from './publish.ts';
import { createReferenceFiles, type FilesTools, type ReferenceFiles } from './reference-files.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const baseUrl = 'http://127.0.0.1:8080';
const config = {
  fetchMedia: true,
  fetchMediaTimeoutMs: 30_000,
  fetchMediaConcurrency: 1,
  fetchMediaQueue: 1,
  fetchMediaHeldBytes: 1_000_000,
};
let media: TestMedia;
let store: Store;
let files: ReferenceFiles;
const asked: string[] = [];
beforeAll(async () => {
  media = await createTestMedia();
  store = media.context.store;
  files = createReferenceFiles(config, {
    log: media.context.log,
    store,
    publish: createPublish(media.context),
    async fetchFile(url) {
      asked.push(url);
      return { failure: 'not_public' };
    },
  });
});
afterAll(() => media.stop());

const image: Reference = { kind: 'image', role: 'first_frame', source: { asset: '' }, param: 'image' };

function bring(url: string) {
  return files.open({ userId: 7n, baseUrl }).bring(image, url);
}

test('what clients have uploaded is read where it lies: the gateway does not ask itself', async () => {
  const key = drawKey('u', 'image/png');
  await store.put(key, Readable.from([png]), { type: 'image/png' });
  expect(await bring(`${baseUrl}/files/${key}`)).toEqual({ bytes: png, type: 'image/png' });
  expect(asked).toEqual([]);
});

test('an upload that is no longer there is refused', async () => {
  await expect(bring(`${baseUrl}/files/${drawKey('u', 'image/png')}`)).rejects.toMatchObject({
    fault: { status: 400, param: 'image' },
  });
  expect(asked).toEqual([]);
});

test.each([
  '/files/r/20261121/0123456789abcdef0123456789abcdef.mp4',
  '/v1/videos',
  '/files/../../etc/passwd',
])('other places of the gateway are strangers: %s', async (path) => {
  await expect(bring(`${baseUrl}${path}`)).rejects.toMatchObject({ fault: { status: 400 } });
  expect(asked.splice(0)).toEqual([`${baseUrl}${path}`]);
});

test('bytes for a vendor that takes addresses are published, and swept like uploads', async () => {
  const source = await files.open({ userId: 7n, baseUrl }).publish(image, { bytes: png, type: 'image/png' });
  const key = 'url' in source ? store.keyOf(new URL(source.url), { baseUrl }) : undefined;
  expect(await store.find(key ?? '')).toMatchObject({ sizeBytes: png.length });
  const [row] = await media.context.knex('file').where({ key });
  expect(row).toMatchObject({ purpose: 'reference', state: 'kept' });
});

test('a gateway without an address publishes nothing', async () => {
  const publishing = files
    .open({ userId: 7n, baseUrl: '' })
    .publish(image, { bytes: png, type: 'image/png' });
  await expect(publishing).rejects.toMatchObject({ fault: { status: 400, param: 'image' } });
});

describe('a store that is away', () => {
  const key = drawKey('u', 'image/png');
  const reference = { kind: 'image', role: 'first_frame', source: { asset: '' } } as const;

  const hanging = new Promise<never>(() => {});

  function openWith(tools: Partial<FilesTools>, fetchMediaTimeoutMs = 30_000) {
    const fetchFile = async () => ({ failure: 'not_public' }) as const;
    const publish = createPublish(media.context);
    const { log } = media.context;
    const all: FilesTools = { log, store, publish, fetchFile, ...tools };
    return createReferenceFiles({ ...config, fetchMediaTimeoutMs }, all).open({ userId: 7n, baseUrl });
  }

  test('is waited for', async () => {
    const { keyOf } = store;
    const read = vi.fn<Store['read']>().mockRejectedValueOnce(new Error('503'));
    read.mockResolvedValueOnce(Readable.from([png]));
    const bringing = openWith({ store: { keyOf, read } }).bring(reference, `${baseUrl}/files/${key}`);
    expect(await bringing).toEqual({ bytes: png, type: 'image/png' });
  });

  test('for too long lets the client ask again: nothing was made', async () => {
    const away = () => Promise.reject(new Error('the object store answered 503'));
    const open = openWith({ store: { keyOf: store.keyOf, read: away }, publish: away }, 1);
    const unavailable = { fault: { code: 'service_unavailable', status: 503, permanent: false } };
    await expect(open.bring(reference, `${baseUrl}/files/${key}`)).rejects.toMatchObject(unavailable);
    await expect(open.publish(reference, { bytes: png, type: 'image/png' })).rejects.toMatchObject(
      unavailable,
    );
  });

  test('and does not even refuse is waited for no longer', async () => {
    const { keyOf } = store;
    const late = Promise.withResolvers<Readable | undefined>();
    const open = openWith({ store: { keyOf, read: () => late.promise }, publish: () => hanging }, 1);
    const unavailable = { fault: { code: 'service_unavailable', status: 503, permanent: false } };
    await expect(open.bring(reference, `${baseUrl}/files/${key}`)).rejects.toMatchObject(unavailable);
    await expect(open.publish(reference, { bytes: png, type: 'image/png' })).rejects.toMatchObject(
      unavailable,
    );
    const file = Readable.from([png]);
    late.resolve(file);
    await expect.poll(() => file.destroyed).toBe(true);
  });

  test.each([
    ['stops', () => new Readable({ read: () => undefined })],
    [
      'breaks off',
      () =>
        new Readable({
          read: (): never => {
            throw new Error('cut');
          },
        }),
    ],
  ])('in the middle of a file that %s lets the client ask again', async (_, begin) => {
    const open = openWith({ store: { keyOf: store.keyOf, read: async () => begin() } }, 100);
    await expect(open.bring(reference, `${baseUrl}/files/${key}`)).rejects.toMatchObject({
      fault: { code: 'service_unavailable', status: 503, permanent: false },
    });
  });

  test('is not asked again for what is refused', async () => {
    const publish = vi.fn(
      createPublish({ ...media.context, store: { ...store, addressOf: async () => undefined } }),
    );
    const publishing = openWith({ publish }).publish(reference, { bytes: png, type: 'image/png' });
    await expect(publishing).rejects.toMatchObject({ fault: { status: 400 } });
    expect(publish).toHaveBeenCalledOnce();
  });
});
