/** What is logged, and answered, of a result that its vendor, or the store, does not give. */
import { createServer } from 'node:http';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, faultHeader, readFault, writeCaller } from '@headgate/proto/internal-headers';
import { createLog } from '@headgate/runtime/log';
import { boundPort, listen } from '@headgate/runtime/operations';
import { plain } from '@headgate/runtime/security/security';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { finishTask } from '../sql/endings/finish-task.ts';
import { drawKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia, testUser } from '../testing/test-media.ts';
import { type ContentServer, serveContent } from './serve-content.ts';

let media: TestMedia;
let content: ContentServer;
/** Instead of what the store answers, whether it has a file or is asked for it. */
let storeFails: { find?: Error; read?: Error } = {};
const lines: string[] = [];
const vendor = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000 }).flushHeaders();
  response.socket?.end();
});
beforeAll(async () => {
  media = await createTestMedia();
  await listen(vendor, { host: '127.0.0.1', port: 0 });
  const api = createTestApi(media);
  const config = { ...api.config, httpHost: '127.0.0.1', httpPort: 0 };
  const log = createLog('test', 'info', { write: (line) => lines.push(line) });
  const service = { security: plain, stopping: new AbortController().signal };
  const store: Store = {
    ...api.store,
    find: (key) => (storeFails.find ? Promise.reject(storeFails.find) : api.store.find(key)),
    read: (...what) => (storeFails.read ? Promise.reject(storeFails.read) : api.store.read(...what)),
  };
  content = await serveContent({ ...api, config, log, store }, service);
});
afterAll(async () => {
  await content.stop(0);
  vendor.closeAllConnections();
  vendor.close();
  await media.stop();
});

test('a file that breaks off at its beginning is the vendor’s trouble, and its address stands in no log', async () => {
  const origin = `http://127.0.0.1:${boundPort(vendor)}`;
  const { id, usage } = await media.submitted({ account: { baseUrl: `${origin}/v1` } });
  const result = { media: [{ kind: 'video' as const, url: `${origin}/film.mp4` }] };
  await finishTask(media.context.knex, id, media.context.owner, { state: 'succeeded', result, usage });
  const { callerSecret } = createTestApi(media).config;
  const expiresAtMs = BigInt(Date.now() + 60_000);
  const open = RealtimeOpen.fromPartial({ caller: { userId: testUser }, expiresAtMs });
  const answer = await fetch(`http://127.0.0.1:${content.port}/${id}`, {
    headers: { [callerHeader]: writeCaller(open, callerSecret) },
  });
  await answer.text();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', problem: 'the file broke off', msg: 'a result cannot be fetched' },
  ]);
  expect(lines.join('')).not.toContain(String(boundPort(vendor)));
  expect(answer.status).toBe(502);
});

test('a download whose ingress has another clock is no fault of its client, and the log says what to look at', async () => {
  lines.length = 0;
  const { callerSecret } = createTestApi(media).config;
  const expiresAtMs = BigInt(Date.now() - 20_000);
  const open = RealtimeOpen.fromPartial({ caller: { userId: testUser }, expiresAtMs });
  const answer = await fetch(`http://127.0.0.1:${content.port}/task_1`, {
    headers: { [callerHeader]: writeCaller(open, callerSecret) },
  });
  expect(answer.status).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', err: { message: expect.stringContaining('is the clock of its ingress right?') } },
  ]);
});

describe.each(['find', 'read'] as const)('while the store is away as it is asked to %s a file', (asked) => {
  beforeEach(() => {
    lines.length = 0;
    storeFails = { [asked]: new Error('the object store answered 503') };
    onTestFinished(() => {
      storeFails = {};
    });
  });

  async function expectAskAgain(path: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${content.port}${path}`, { headers });
    const told = readFault(answer.headers.get(faultHeader) ?? '');
    expect([answer.status, told?.code, told?.permanent]).toEqual([503, 'service_unavailable', false]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', err: { message: 'the object store answered 503' } },
    ]);
  }

  test('a result may be asked for again', async () => {
    const key = drawKey('r', 'video/mp4');
    await media.context.store.put(key, [Buffer.from('a film')], { type: 'video/mp4' });
    const { id, usage } = await media.submitted();
    const result = { media: [{ kind: 'video' as const, key }] };
    await finishTask(media.context.knex, id, media.context.owner, { state: 'succeeded', result, usage });
    const { callerSecret } = createTestApi(media).config;
    const expiresAtMs = BigInt(Date.now() + 60_000);
    const open = RealtimeOpen.fromPartial({ caller: { userId: testUser }, expiresAtMs });
    await expectAskAgain(`/${id}`, { [callerHeader]: writeCaller(open, callerSecret) });
  });

  test('and so may a file', async () => {
    const key = drawKey('u', 'image/png');
    await media.context.store.put(key, [Buffer.from('a picture')], { type: 'image/png' });
    await expectAskAgain(`/files/${key}`);
  });
});
