/** Answers that come compressed although they were asked for as they are, against a real HTTP server. */
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import type { Surface } from '../../surfaces/surface.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { chunk, type UpstreamServer, wholeAnswer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

function serve(serving: TestServing, channels = 1): ReturnType<typeof attemptInTurn> {
  const candidates = Array.from({ length: channels }, (_, at) =>
    createCandidate({ id: BigInt(at + 1), priority: -at, baseUrl: upstream.baseUrl(BigInt(at + 1)) }),
  );
  return attemptInTurn(serving, candidates);
}

function surfaceOf(operation: Operation): Surface {
  const surface = findSurface(Dialect.CHAT_COMPLETIONS, operation);
  if (!surface) throw new Error('There is no such route');
  return surface;
}

function answerWith(type: string, encoding: string, bytes: Buffer): UpstreamServer['serve'] {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(bytes);
  };
}

const speech = () =>
  createTestServing({
    pools: upstream.pools,
    stream: false,
    client: surfaceOf(Operation.SPEAK),
    body: { model: 'm', input: 'Hello' },
  });

test('sound is sent as it sounds', async () => {
  upstream.serve = answerWith('audio/mpeg', 'gzip', gzipSync('sound'));
  const serving = speech();
  expect(await serve(serving)).toBeUndefined();
  expect(serving).toMatchObject({ sent: 'sound', isEnded: true });
});

const vectors = '{"data":[{"embedding":[0.5]}],"usage":{"prompt_tokens":3}}';

test.each<[string, Buffer]>([
  ['gzip', gzipSync(vectors)],
  ['X-GZIP', gzipSync(vectors)],
  ['deflate', deflateSync(vectors)],
  ['br', brotliCompressSync(vectors)],
  ['identity', Buffer.from(vectors)],
  // What was decompressed on the way, and still says otherwise.
  ['gzip', Buffer.from(vectors)],
  ['deflate', Buffer.from(vectors)],
  ['utf-8', Buffer.from(vectors)],
])('a whole answer in %s is read, counted and sent as it was written', async (encoding, bytes) => {
  upstream.serve = answerWith('application/json', encoding, bytes);
  const client = surfaceOf(Operation.EMBED);
  const body = { model: 'm', input: 'Hello' };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body });
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent).toBe(vectors);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { inputFresh: 3 } }]);
});

test('what a stream says is sent as it comes', async () => {
  const zip = createGzip();
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    zip.pipe(response);
    zip.write(chunk);
    zip.flush();
  };
  const serving = createTestServing({ pools: upstream.pools, stream: true });
  const served = serve(serving);
  await waitFor(() => serving.sent === chunk, 'the first frame has left while the stream goes on');
  const last = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
  zip.end(`${last}data: [DONE]\n\n`);
  expect(await served).toBeUndefined();
  expect(serving).toMatchObject({ sent: `${chunk}${last}data: [DONE]\n\n`, isEnded: true });
});

test('a large one is held back with its client, and comes whole', async () => {
  const sound = randomBytes(2 * 1024 * 1024).toString('hex');
  upstream.serve = answerWith('audio/mpeg', 'gzip', gzipSync(sound));
  const serving = speech();
  const { data } = serving.answer;
  let resume = (): void => undefined;
  serving.answer.onDrain = (drained) => (resume = drained);
  serving.answer.data = (bytes) => {
    data(bytes);
    setImmediate(() => resume());
    return false;
  };
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent === sound).toBe(true);
});

test('one that is all there passes, though the connection breaks before its transfer ends', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.write(gzipSync(vectors), () => response.socket?.destroySoon());
  };
  const client = surfaceOf(Operation.EMBED);
  const body = { model: 'm', input: 'Hello' };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body });
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent).toBe(vectors);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { inputFresh: 3 } }]);
});

test('what a stream said before its connection broke is sent and counted', async () => {
  const said = `${chunk}data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n`;
  const unended = gzipSync(said, { finishFlush: constants.Z_SYNC_FLUSH });
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.write(unended, () => response.socket?.destroySoon());
  };
  const serving = createTestServing({ pools: upstream.pools, stream: true });
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent.startsWith(chunk)).toBe(true);
  expect(serving.outcomes).toMatchObject([{ usage: { inputFresh: 3, outputVisible: 4 } }]);
});

test('one that breaks off is none, and another channel serves', async () => {
  const zipped = gzipSync('{"choices":[{}],"usage":{"prompt_tokens":1,"completion_tokens":2}}');
  upstream.serve = (request, response, channelId) =>
    channelId === 1n
      ? answerWith('application/json', 'gzip', zipped.subarray(0, 40))(request, response, channelId)
      : wholeAnswer(request, response, channelId);
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  expect(await serve(serving, 2)).toBeUndefined();
  expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([1n, 2n]);
  expect(serving.outcomes).toMatchObject([{ status: 200 }]);
});

test.each<[string, Buffer]>([
  ['gzip', gzipSync(vectors)],
  ['deflate', deflateSync(vectors)],
  ['br', brotliCompressSync(vectors)],
])('what comes behind the end of one in %s does not hold its connection', async (encoding, bytes) => {
  const padded = Buffer.concat([bytes, Buffer.alloc(32 * 1024 * 1024)]);
  upstream.serve = answerWith('application/json', encoding, padded);
  const client = surfaceOf(Operation.EMBED);
  const body = { model: 'm', input: 'Hello' };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body });
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent).toBe(vectors);
  await waitFor(() => upstream.openCalls() === 0, 'the connection is let go');
});

test('what a refusal says is heard', async () => {
  const words = gzipSync('{"error":{"message":"The prompt is not to my taste."}}');
  upstream.serve = (_request, response) => {
    response.writeHead(400, { 'content-encoding': 'gzip' }).end(words);
  };
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  expect(await serve(serving)).toMatchObject({ status: 400, message: 'The prompt is not to my taste.' });
});
