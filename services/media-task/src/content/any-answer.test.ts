/** Whatever a vendor answers: a client gets a result whole, or sees that it is not, and hears nothing of the vendor. */
import { createServer, type ServerResponse } from 'node:http';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, writeCaller } from '@headgate/proto/internal-headers';
import { boundPort, listen } from '@headgate/runtime/operations';
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishTask } from '../sql/endings/finish-task.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia, testUser } from '../testing/test-media.ts';
import { serveResult } from './serve-result.ts';

let media: TestMedia;
let address: string;
let say: (response: ServerResponse) => void;
const vendor = createServer((_request, response) => say(response));
const content = createServer((request, response) => {
  serveResult(createTestApi(media), request, response, new AbortController().signal).catch((error) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(error.fault?.status ?? 502).end();
  });
});
beforeAll(async () => {
  media = await createTestMedia();
  await Promise.all([vendor, content].map((server) => listen(server, { host: '127.0.0.1', port: 0 })));
  const origin = `http://127.0.0.1:${boundPort(vendor)}`;
  const { id, usage } = await media.submitted({ account: { baseUrl: origin } });
  const result = { media: [{ kind: 'video' as const, url: `${origin}/film.mp4` }] };
  await finishTask(media.context.knex, id, media.context.owner, { state: 'succeeded', result, usage });
  await media.endedLongAgo(id);
  address = `http://127.0.0.1:${boundPort(content)}/${id}`;
});
afterAll(async () => {
  for (const server of [vendor, content]) {
    server.closeAllConnections();
    server.close();
  }
  await media.stop();
});

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(70_000, 'frame')]);
const words = Buffer.from('{"error":{"message":"vendor.test has no such task"}}');
const ofVendor = { server: 'vendor.test', 'x-vendor': 'a', 'set-cookie': 'a=b', location: '/film.mp4' };

const answers = fc.record({
  status: fc.constantFrom(200, 200, 200, 206, 206, 204, 302, 304, 400, 403, 404, 416, 429, 500),
  type: fc.constantFrom('video/mp4', 'text/html', 'application/json; charset=utf-8', 'image/svg+xml', ''),
  body: fc.oneof(
    fc.constant(words),
    fc.integer({ min: 16, max: film.length }).map((end) => film.subarray(0, end)),
  ),
  tellsLength: fc.boolean(),
  /** Where it breaks off. */
  cutAt: fc.option(fc.nat(film.length)),
});

function send({ status, type, body, tellsLength, cutAt }: Answer, response: ServerResponse): void {
  response.writeHead(status, {
    ...ofVendor,
    ...(type !== '' && { 'content-type': type }),
    ...(tellsLength && { 'content-length': body.length }),
    ...(status === 206 && { 'content-range': `bytes 0-${body.length - 1}/${film.length}` }),
  });
  if (cutAt === null || cutAt >= body.length) return void response.end(body);
  response.write(body.subarray(0, cutAt), () => response.destroy());
  response.flushHeaders();
}

type Answer = typeof answers extends fc.Arbitrary<infer T> ? T : never;

/** What reaches the client; undefined where it breaks off. */
async function download(
  range: string,
): Promise<{ status: number; headers: Headers; body: Buffer } | undefined> {
  const { callerSecret } = createTestApi(media).config;
  const caller = { userId: testUser };
  const open = RealtimeOpen.fromPartial({ caller, expiresAtMs: BigInt(Date.now() + 60_000) });
  const headers = { [callerHeader]: writeCaller(open, callerSecret), ...(range !== '' && { range }) };
  try {
    const answer = await fetch(address, { headers });
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, body };
  } catch {
    return undefined;
  }
}

test('it is a result, or a refusal of ours, or breaks off', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.constantFrom('', 'bytes=0-', 'bytes=5-9'), async (answer, range) => {
      say = (response) => send(answer, response);
      const heard = await download(range);
      for (const name of Object.keys(ofVendor)) expect(heard?.headers.get(name) ?? null).toBeNull();
      const { body, cutAt } = answer;
      const isCut = cutAt !== null && cutAt < body.length;
      const expected = statusFor(answer);
      const isResult = expected < 300;
      // What breaks off before anything was sent is a refusal.
      if (isResult && isCut) expect([undefined, 502]).toContain(heard?.status);
      else expect(heard?.status).toBe(expected);
      const bytes = isResult && !isCut ? body : Buffer.alloc(0);
      expect((heard?.body ?? Buffer.alloc(0)).equals(bytes)).toBe(true);
    }),
  );
});

function statusFor({ status, type, body }: Answer): number {
  if (status === 200 && body === words && /^(?:text\/|application\/json)/.test(type)) return 502;
  if ([200, 206, 416].includes(status)) return status;
  return status === 403 || status === 404 ? 410 : 502;
}
