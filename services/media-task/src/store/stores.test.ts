import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawKey } from './keys.ts';
import { createLocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';
import type { Store } from './store.ts';
import { credentials, type FakeS3, startFakeS3 } from './testing/fake-s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-store-'));
const site = { baseUrl: 'https://gateway.test', lifeMs: 60_000 };
let s3: FakeS3;
let stores: Record<'folder' | 'bucket', { store: Store; arrivedBytes(): number }>;

beforeAll(async () => {
  s3 = await startFakeS3(() => new Date());
  const bucket = {
    endpoint: s3.url,
    bucket: 'media',
    prefix: 'gate/',
    pathStyle: true,
    publicUrl: '',
    egress: withoutProxy,
  };
  stores = {
    folder: { store: createLocalStore(folder), arrivedBytes: () => sizeOfFiles(join(folder, 'arriving')) },
    bucket: { store: createS3Store({ ...bucket, ...credentials }), arrivedBytes: () => s3.receivedBytes },
  };
});
afterAll(async () => {
  await Promise.all(Object.values(stores).map(({ store }) => store.close()));
  s3.stop();
  rmSync(folder, { recursive: true });
});

function sizeOfFiles(path: string): number {
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

async function* parts(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function readWhole(store: Store, key: string, range?: { start: number; end: number }): Promise<string> {
  const stream = await store.read(key, range);
  return stream ? (await buffer(stream)).toString() : 'nothing';
}

describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  const key = () => drawKey('u', 'image/png');
  const type = 'image/png';

  test('keeps what was put, and gives it whole and in parts', async () => {
    const { store } = stores[kind];
    const name = key();
    await store.put(name, parts('one ', 'two'), { type, sizeBytes: 7 });
    expect(await store.find(name)).toEqual({ sizeBytes: 7, modifiedAt: expect.any(Date) });
    expect(await readWhole(store, name)).toBe('one two');
    expect(await readWhole(store, name, { start: 4, end: 5 })).toBe('tw');
  });

  test('keeps a stream whose length nobody knows', async () => {
    const { store } = stores[kind];
    const name = key();
    await store.put(name, parts('some', 'thing'), { type });
    expect(await readWhole(store, name)).toBe('something');
  });

  test('has nothing under other keys, nor under one that was deleted, twice', async () => {
    const { store } = stores[kind];
    const name = key();
    expect(await store.find(name)).toBeUndefined();
    expect(await store.read(name)).toBeUndefined();
    await store.put(name, parts('x'), { type, sizeBytes: 1 });
    await store.delete(name);
    await store.delete(name);
    expect(await store.find(name)).toBeUndefined();
  });

  test.each([
    ['breaks off', 5],
    ['is shorter than announced', 9],
    ['is longer than announced', 2],
  ])('keeps nothing of a stream that %s', async (why, sizeBytes) => {
    const { store } = stores[kind];
    const name = key();
    const bytes = async function* () {
      yield* parts('four');
      if (why === 'breaks off') throw new Error('gone');
    };
    await expect(store.put(name, bytes(), { type, sizeBytes })).rejects.toThrow();
    expect(await store.find(name)).toBeUndefined();
  });

  test('knows its own addresses, and no others', async () => {
    const { store } = stores[kind];
    const name = key();
    const address = new URL((await store.addressOf(name, site)) ?? '');
    expect(store.keyOf(address, site)).toBe(name);
    const path = address.pathname;
    expect(store.keyOf(new URL(`https://elsewhere.test${path}`), site)).toBeUndefined();
    expect(store.keyOf(new URL(address.href.replace('/u/', '/r/')), site)).toBeUndefined();
    expect(store.keyOf(new URL(address.href.replace('/u/', '/u/%2e%2e/')), site)).toBeUndefined();
  });

  test('holds no more of 200 MB than of 2: it is read no faster than it is written', async () => {
    const { store, arrivedBytes } = stores[kind];
    const part = Buffer.alloc(256 * 1024);
    const before = kind === 'bucket' ? arrivedBytes() : 0;
    let sentBytes = 0;
    let mostHeld = 0;
    const bytes = async function* () {
      for (; sentBytes < 200 * 1024 * 1024; sentBytes += part.length) {
        mostHeld = Math.max(mostHeld, sentBytes - (arrivedBytes() - before));
        yield part;
      }
    };
    const name = key();
    await store.put(name, bytes(), { type, sizeBytes: 200 * 1024 * 1024 });
    expect(sentBytes).toBe(200 * 1024 * 1024);
    // Buffers of streams and of the socket between two processes' ends.
    expect(mostHeld).toBeLessThan(24 * 1024 * 1024);
    await store.delete(name);
  });
});

test('drafts that a writer left behind are cleared a day later', async () => {
  const place = mkdtempSync(join(folder, 'drafts-'));
  let never: (() => void) | undefined;
  const bytes = async function* () {
    yield Buffer.from('begun');
    await new Promise<void>((resolve) => (never = resolve));
  };
  const dying = createLocalStore(place)
    .put(drawKey('u', 'image/png'), bytes(), { type: 'image/png' })
    .catch(() => undefined);
  await expect.poll(() => readdirSync(join(place, 'arriving'))).toHaveLength(1);
  await createLocalStore(place).clear?.();
  expect(readdirSync(join(place, 'arriving'))).toHaveLength(1);
  await createLocalStore(place, () => Date.now() + 25 * 3_600_000).clear?.();
  expect(readdirSync(join(place, 'arriving'))).toHaveLength(0);
  never?.();
  await dying;
});
