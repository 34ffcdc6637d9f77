import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import type { Reference } from '../families/wish.ts';
import { drawKey } from '../store/keys.ts';
import { createLocalStore } from '../store/local-store.ts';
import { createReferenceFiles } from './reference-files.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const baseUrl = 'http://127.0.0.1:8080';
const folder = mkdtempSync(join(tmpdir(), 'headgate-own-'));
const store = createLocalStore(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const asked: string[] = [];
const files = createReferenceFiles(
  {
    fetchMedia: true,
    fetchMediaTimeoutMs: 30_000,
    fetchMediaConcurrency: 1,
    fetchMediaQueue: 1,
    fetchMediaHeldBytes: 1_000_000,
  },
  {
    store,
    async fetchFile(url) {
      asked.push(url);
      return { failure: 'not_public' };
    },
  },
);

function bring(url: string) {
  const reference: Reference = { kind: 'image', role: 'first_frame', source: { url }, param: 'image' };
  return files.open(baseUrl).bring(reference, url);
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
