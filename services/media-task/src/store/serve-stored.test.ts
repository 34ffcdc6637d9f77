import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@headgate/runtime/log';
import { boundPort, listen } from '@headgate/runtime/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawKey } from './keys.ts';
import { createLocalStore } from './local-store.ts';
import { serveStored } from './serve-stored.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-serve-'));
const store = createLocalStore(folder);
const log = createLog('media-api', 'silent');
const key = drawKey('u', 'image/png');
const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? '';
  serveStored({ store, log }, name, request, response, { 'content-type': 'image/png' })
    .then((served) => served || response.writeHead(404).end())
    .catch(() => response.destroy());
});
beforeAll(async () => {
  await store.put(key, [Buffer.from('0123456789')], { type: 'image/png' });
  await listen(server, { host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function get(headers: Record<string, string> = {}, { method = 'GET', name = key } = {}) {
  const answer = await fetch(`http://127.0.0.1:${boundPort(server)}/${name}`, { method, headers });
  const { status } = answer;
  const of = (header: string) => answer.headers.get(header);
  return {
    status,
    body: await answer.text(),
    range: of('content-range'),
    length: of('content-length'),
    etag: of('etag') ?? '',
  };
}

describe('a part', () => {
  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=3-2', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('%s', async (range, status, body, named) => {
    expect(await get({ range })).toMatchObject({ status, body, range: named, length: String(body.length) });
  });

  test('is the whole where it would belong to another file', async () => {
    const { etag } = await get();
    expect(await get({ range: 'bytes=0-3', 'if-range': etag })).toMatchObject({ status: 206, body: '0123' });
    expect(await get({ range: 'bytes=0-3', 'if-range': '"x"' })).toMatchObject({ status: 200, length: '10' });
  });
});

test('HEAD tells what GET would bring', async () => {
  expect(await get({}, { method: 'HEAD' })).toMatchObject({ status: 200, body: '', length: '10' });
});

test('whoever has it is told so', async () => {
  const { etag } = await get();
  expect(await get({ 'if-none-match': `"x", ${etag}` })).toMatchObject({ status: 304, body: '' });
  for (const known of [`W/${etag}`, `"x",W/${etag} , "y"`, '*'])
    expect(await get({ 'if-none-match': known })).toMatchObject({ status: 304 });
  expect(await get({ 'if-none-match': '"x"' })).toMatchObject({ status: 200 });
});

test('what is not there is not served', async () => {
  expect(await get({}, { name: drawKey('u', 'image/png') })).toMatchObject({ status: 404 });
});
