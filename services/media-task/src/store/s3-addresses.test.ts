import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawKey } from './keys.ts';
import { createS3Store, type S3Config } from './s3-store.ts';
import { credentials, type FakeS3, startFakeS3 } from './testing/fake-s3.ts';

let nowMs = Date.parse('2026-11-21T12:00:00Z');
const now = () => new Date(nowMs);
const site = { baseUrl: 'https://gateway.test', lifeMs: 3_600_000 };
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3(now);
});
afterAll(() => s3.stop());

function open(more: Partial<S3Config> = {}) {
  const bucket = {
    endpoint: s3.url,
    bucket: 'media',
    prefix: '',
    pathStyle: true,
    publicUrl: '',
    egress: withoutProxy,
  };
  return createS3Store({ ...bucket, ...credentials, ...more }, now);
}

async function signPut() {
  const key = drawKey('u', 'image/png');
  const signed = await open().signPut?.(key, { type: 'image/png', sizeBytes: 4 }, 900_000);
  if (!signed) throw new Error('a bucket signs addresses');
  return { key, ...signed };
}

test('a client puts its file at a signed address, and anybody reads it at another', async () => {
  const { key, url, headers } = await signPut();
  expect((await fetch(url, { method: 'PUT', headers, body: 'four' })).status).toBe(200);
  const address = (await open().addressOf(key, site)) ?? '';
  expect(await (await fetch(address)).text()).toBe('four');
});

test.each([
  ['another size', 'larger', {}, ''],
  ['another type', 'four', { 'content-type': 'text/html' }, ''],
  ['another key', 'four', {}, 'f'],
])('a signed address is good for no file of %s', async (_what, body, more, ending) => {
  const { url, headers } = await signPut();
  const changed = url.replace('.png', `${ending}.png`);
  const answer = await fetch(changed, { method: 'PUT', headers: { ...headers, ...more }, body });
  expect(answer.status).toBe(403);
});

test('a signed address expires', async () => {
  const { url, headers } = await signPut();
  nowMs += 901_000;
  expect((await fetch(url, { method: 'PUT', headers, body: 'four' })).status).toBe(403);
});

test('nobody reads without a signature, or under other keys', async () => {
  const { key, url, headers } = await signPut();
  await fetch(url, { method: 'PUT', headers, body: 'four' });
  expect((await fetch(`${s3.url}/media/${key}`)).status).toBe(403);
  await expect(open({ secretAccessKey: 'guessed' }).read(key)).rejects.toThrow('403');
});

test('a bucket that everybody may read has addresses without a signature', async () => {
  const store = open({ publicUrl: 'https://files.test', prefix: 'gate/' });
  expect(await store.addressOf('u/x.png', site)).toBe('https://files.test/gate/u/x.png');
});

test('a store below a path of its host is asked there', async () => {
  const endpoint = `${s3.url}/storage/v1/s3/`;
  const store = open({ endpoint });
  const key = drawKey('u', 'image/png');
  await store.put(key, [Buffer.from('four')], { type: 'image/png', sizeBytes: 4 });
  expect(s3.objects.has(`/storage/v1/s3/media/${key}`)).toBe(true);
  const address = (await store.addressOf(key, site)) ?? '';
  expect(await (await fetch(address)).text()).toBe('four');
  expect(store.keyOf(new URL(address), site)).toBe(key);
  const inHost = await open({ endpoint: 'https://s3.test/s3', pathStyle: false }).addressOf('u/x.png', site);
  expect(inHost).toMatch(/^https:\/\/media\.s3\.test\/s3\/u\/x\.png\?/);
});

test('the bucket stands in the host unless the path is wanted', async () => {
  const store = open({ endpoint: 'https://s3.test', pathStyle: false });
  expect(await store.addressOf('u/x.png', site)).toMatch(/^https:\/\/media\.s3\.test\/u\/x\.png\?/);
});
