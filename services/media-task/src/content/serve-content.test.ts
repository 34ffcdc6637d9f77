/** What is logged, and answered, of a result that its vendor does not give. */
import { createServer } from 'node:http';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, writeCaller } from '@headgate/proto/internal-headers';
import { createLog } from '@headgate/runtime/log';
import { boundPort, listen } from '@headgate/runtime/operations';
import { plain } from '@headgate/runtime/security/security';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishTask } from '../sql/finish-task.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia, testUser } from '../testing/test-media.ts';
import { type ContentServer, serveContent } from './serve-content.ts';

let media: TestMedia;
let content: ContentServer;
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
  content = await serveContent({ ...api, config, log }, service);
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
