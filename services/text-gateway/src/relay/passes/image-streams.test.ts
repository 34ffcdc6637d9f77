/** Streams of images against a real HTTP server: what is passed on, and what is billed however they end. */
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { streamOf } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const byTokens: ImageTerms = { isOutputPriced: true, isWriter: false };
const terms = {
  byTokens,
  byImageTokens: { ...byTokens, isImageOutputPriced: true },
  byImage: priced(['1024x1024']),
};

function priced(names: string[]): ImageTerms {
  return { prices: new Map(names.map((name) => [name, 1n])), isOutputPriced: false, isWriter: false };
}

const upstream = startUpstreamForEach();

function prepare(of: keyof typeof terms, members: object = {}) {
  const client = findSurface(Dialect.CHAT_COMPLETIONS, Operation.GENERATE_IMAGES);
  if (!client) throw new Error('There is no such style');
  const body = { model: 'm', prompt: 'a mill', size: '1024x1024', quality: 'low', stream: true, ...members };
  return createTestServing({ pools: upstream.pools, stream: true, client, body, terms: terms[of] });
}

function serve(run: ReturnType<typeof prepare>) {
  return attemptInTurn(run, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
}

function frame(kind: 'partial_image' | 'completed', members: object = {}): string {
  const type = `image_generation.${kind}`;
  return `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: 'aGk=', ...members })}\n\n`;
}

const look = frame('partial_image', { partial_image_index: 0 });
const counted = {
  input_tokens: 9,
  input_tokens_details: { text_tokens: 2, image_tokens: 7 },
  output_tokens: 272,
};
const image = frame('completed', { usage: counted });
const errorFrame = 'event: error\ndata: {"type":"error","error":{"message":"no"}}\n\n';

function made(quantity: bigint) {
  return [{ unit: MeteredUnit.IMAGE, variant: '1024x1024:low', quantity }];
}

test('events pass byte for byte, and the last one counts', async () => {
  upstream.serve = streamOf(look, image);
  const run = prepare('byTokens');
  await serve(run);
  expect(run.sent).toBe(look + image);
  expect(run.outcomes).toMatchObject([
    {
      ...{ ending: Ending.COMPLETED, source: UsageSource.UPSTREAM },
      usage: { inputFresh: 2, inputImage: 7, outputVisible: 272, metered: made(1n) },
    },
  ]);
});

test('tokens of images are apart where they have a price of their own', async () => {
  const details = { output_tokens_details: { image_tokens: 200, text_tokens: 72 } };
  upstream.serve = streamOf(frame('completed', { usage: { ...counted, ...details } }));
  const run = prepare('byImageTokens');
  await serve(run);
  const tokens = { unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity: 200n };
  expect(run.outcomes).toMatchObject([{ usage: { outputVisible: 72, metered: [...made(1n), tokens] } }]);
});

test('as many images end the stream as were asked for', async () => {
  upstream.serve = streamOf(image, look, image);
  const run = prepare('byImage', { n: 2 });
  await serve(run);
  expect(run).toMatchObject({
    isEnded: true,
    outcomes: [{ ending: Ending.COMPLETED, usage: { metered: made(2n) } }],
  });
});

test('fewer images than were asked for are a whole answer, and are billed', async () => {
  upstream.serve = (request, response) => {
    streamOf(image)(request, response, 1n);
    response.end();
  };
  const run = prepare('byImage', { n: 3 });
  await serve(run);
  expect(run.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { metered: made(1n) } }]);
});

test.each(['byImage', 'byTokens'] as const)(
  '%s: a connection that breaks off between two images is no end: the first is billed',
  async (of) => {
    const { promise: hasCome, resolve: breakOff } = Promise.withResolvers<void>();
    upstream.serve = (request, response) => {
      streamOf(image)(request, response, 1n);
      void hasCome.then(() => response.destroy());
    };
    const run = prepare(of, { n: 2 });
    const serving = serve(run);
    await waitFor(() => run.sent !== '', 'the image has come');
    breakOff();
    await serving;
    expect(run.outcomes).toMatchObject([{ ending: Ending.BROKEN, usage: { metered: made(1n) } }]);
    expect(run.sent).toContain(image);
    expect(run.sent).toContain('"error":{');
  },
);

test('a mark may end the stream, as in chat completions, but not in place of the images', async () => {
  const mark = 'data: [DONE]\n\n';
  upstream.serve = streamOf(image, mark);
  const fewer = prepare('byImage', { n: 2 });
  expect(await serve(fewer)).toBeUndefined();
  expect(fewer.sent).toBe(image + mark);
  expect(fewer.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { metered: made(1n) } }]);
  upstream.serve = streamOf(look, mark);
  const none = prepare('byImage');
  await serve(none);
  expect(none.outcomes).toMatchObject([{ ending: Ending.BROKEN }]);
});

test('what the upstream does not count is estimated by size and quality', async () => {
  upstream.serve = streamOf(frame('completed'));
  const run = prepare('byTokens');
  await serve(run);
  expect(run.outcomes).toMatchObject([{ source: UsageSource.ESTIMATED, usage: { outputVisible: 272 } }]);
});

const zeros = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

test.each([
  ['nothing at all', zeros, 1],
  ['no output', { ...zeros, input_tokens: 9 }, 9],
])('an upstream that counts %s for an image does not know it', async (_what, usage, inputFresh) => {
  const bill = { source: UsageSource.ESTIMATED, usage: { inputFresh, outputVisible: 272 } };
  upstream.serve = streamOf(frame('completed', { usage }));
  const streamed = prepare('byTokens', { prompt: 'hello' });
  await serve(streamed);
  expect(streamed.outcomes).toMatchObject([bill]);
  upstream.serve = (_request, response) => {
    response.end(JSON.stringify({ data: [{ b64_json: 'aGk=' }], usage }));
  };
  const whole = prepare('byTokens', { prompt: 'hello', stream: false });
  await serve(whole);
  expect(whole.outcomes).toMatchObject([bill]);
});

test('looks at an image without counts are billed with it', async () => {
  upstream.serve = streamOf(look, look, frame('completed'));
  const run = prepare('byTokens');
  await serve(run);
  const usage = { outputVisible: 472, metered: made(1n) };
  expect(run.outcomes).toMatchObject([{ source: UsageSource.ESTIMATED, usage }]);
});

test('an image without counts is finished, whatever looks it had', async () => {
  const usage = { outputVisible: 372, metered: made(1n) };
  upstream.serve = streamOf(look, frame('completed'), 'data: [DONE]\n\n');
  const fewer = prepare('byTokens', { n: 2 });
  await serve(fewer);
  expect(fewer.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage }]);
  upstream.serve = streamOf(look, frame('completed'));
  const left = prepare('byTokens', { n: 2 });
  const serving = serve(left);
  await waitFor(() => left.sent.includes('.completed'), 'the image has come');
  left.client.abort();
  await serving;
  expect(left.outcomes).toMatchObject([{ ending: Ending.CLIENT_GONE, usage }]);
});

test('an image that is paid for by itself needs no counts', async () => {
  upstream.serve = streamOf(frame('completed'));
  const run = prepare('byImage');
  await serve(run);
  expect(run.outcomes).toMatchObject([
    { source: UsageSource.UPSTREAM, usage: { outputVisible: 0, metered: made(1n) } },
  ]);
});

test.each(['byImage', 'byTokens'] as const)(
  '%s: a client that leaves after a look pays for the image',
  async (of) => {
    upstream.serve = streamOf(look);
    const run = prepare(of);
    const serving = serve(run);
    await waitFor(() => run.sent !== '', 'the look has come');
    run.client.abort();
    await serving;
    const usage = of === 'byImage' ? { outputVisible: 0 } : { outputVisible: 372 };
    expect(run.outcomes).toMatchObject([
      { ending: Ending.CLIENT_GONE, usage: { ...usage, metered: made(1n) } },
    ]);
  },
);

test.each(['byImage', 'byTokens'] as const)(
  '%s: an upstream that breaks off leaves its looks alone',
  async (of) => {
    upstream.serve = (request, response) => {
      streamOf(look)(request, response, 1n);
      setTimeout(() => response.end(errorFrame), 20);
    };
    const run = prepare(of);
    await serve(run);
    const usage = of === 'byImage' ? { outputVisible: 0 } : { outputVisible: 100 };
    expect(run.outcomes).toMatchObject([{ ending: Ending.BROKEN, usage: { ...usage, metered: made(0n) } }]);
    expect(run.sent).toContain('"error":{');
  },
);

test('an error before anything was sent is a refusal, and costs nothing', async () => {
  upstream.serve = streamOf(errorFrame);
  const run = prepare('byImage');
  expect(await serve(run)).toMatchObject({ code: 'bad_response_body' });
  expect(run).toMatchObject({ sent: '', outcomes: [] });
});

test('a whole answer to a request for a stream becomes its events', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ created: 1, data: [{ b64_json: 'aGk=' }, { b64_json: 'aGk=' }], usage: counted }),
    );
  };
  const run = prepare('byImage', { n: 2 });
  await serve(run);
  expect(run.sent.match(/event: image_generation\.completed/g)).toHaveLength(2);
  expect(run.outcomes).toMatchObject([{ usage: { metered: made(2n) } }]);
});

test.each(['{}', '{"data":[]}', '{"data":[{"b64_json":""},{"url":null}]}', '<html>'])(
  'an answer without images is broken: %s',
  async (text) => {
    upstream.serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(text);
    };
    const run = prepare('byImage', { stream: false });
    expect(await serve(run)).toMatchObject({ code: 'bad_response_body' });
    expect(run.outcomes).toEqual([]);
  },
);
