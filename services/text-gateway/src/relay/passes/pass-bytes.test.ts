/** Sound and texts whose bytes say nothing to the gateway, against a real HTTP server. */
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import type { UpstreamServer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

function prepare(members: { stream_format?: 'sse' } = {}): TestServing {
  const client = findSurface(Dialect.CHAT_COMPLETIONS, Operation.SPEAK);
  if (!client) throw new Error('There is no speech');
  const stream = members.stream_format === 'sse';
  return createTestServing({
    pools: upstream.pools,
    stream,
    client,
    body: { model: 'm', input: 'Grüße 🌍', ...members },
  });
}

function serve(serving: TestServing, channels = 1): ReturnType<typeof attemptInTurn> {
  const candidates = Array.from({ length: channels }, (_, at) =>
    createCandidate({ id: BigInt(at + 1), priority: -at, baseUrl: upstream.baseUrl(BigInt(at + 1)) }),
  );
  return attemptInTurn(serving, candidates);
}

const sound = { 'content-type': 'audio/mpeg' };

test('each piece leaves when the next has come, and the last once the bill is closed', async () => {
  let more = (_piece: string): void => undefined;
  let end = (): void => undefined;
  upstream.serve = (_request, response) => {
    response.writeHead(200, sound).write('one,');
    more = (piece) => void response.write(piece);
    end = () => void response.end();
  };
  const serving = prepare();
  const served = serve(serving);
  await waitFor(() => upstream.calls.length === 1, 'the upstream is called');
  more('two,');
  await waitFor(() => serving.sent === 'one,', 'the first piece has left while the answer goes on');
  more('three');
  await waitFor(() => serving.sent === 'one,two,', 'the second piece has left');
  const sentAtSettle: string[] = [];
  const { settle } = serving.settlement;
  serving.settlement.settle = (outcome) => {
    sentAtSettle.push(serving.sent);
    return settle(outcome);
  };
  end();
  expect(await served).toBeUndefined();
  expect(serving).toMatchObject({ sent: 'one,two,three', isEnded: true, isInPieces: true });
  expect(sentAtSettle).toEqual(['one,two,']);
});

test('characters and the sound that they become are billed where the upstream counts nothing', async () => {
  upstream.serve = (_request, response) => void response.writeHead(200, sound).end('sound');
  const serving = prepare();
  await serve(serving);
  expect(serving.isInPieces).toBe(false);
  const usage = expect.objectContaining({ inputFresh: 7, outputVisible: 0, outputAudio: 10 });
  expect(serving.outcomes).toEqual([
    { ending: Ending.COMPLETED, status: 200, source: UsageSource.ESTIMATED, usage },
  ]);
});

describe('as events', () => {
  const delta = `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: 'AA==' })}\n\n`;
  const done = (usage?: object) => `data: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`;
  const characters = expect.objectContaining({ inputFresh: 7, outputVisible: 0, outputAudio: 10 });

  /** Events that are sent at once; the upstream goes on without a word, or ends. */
  function speak(events: string, ends = true): ReturnType<typeof prepare> {
    upstream.serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events);
      if (ends) response.end();
    };
    return prepare({ stream_format: 'sse' });
  }

  test('they cost what they count', async () => {
    const serving = speak(delta + done({ input_tokens: 3, output_tokens: 9 }));
    await serve(serving);
    // Characters are the request's own, for models that are paid for by them.
    const metered = [{ unit: MeteredUnit.CHARACTER, variant: '', quantity: 7n }];
    const usage = expect.objectContaining({ inputFresh: 3, outputAudio: 9, metered });
    expect(serving.outcomes).toMatchObject([{ source: UsageSource.UPSTREAM, usage }]);
  });

  test.each([undefined, { input_tokens: 0, output_tokens: 0 }])(
    'they cost the characters where they count nothing: %j',
    async (counts) => {
      const serving = speak(delta + done(counts));
      await serve(serving);
      expect(serving.outcomes).toMatchObject([
        { ending: Ending.COMPLETED, source: UsageSource.ESTIMATED, usage: characters },
      ]);
    },
  );

  test('so does sound that its client left before it was counted', async () => {
    const serving = speak(delta, false);
    const served = serve(serving);
    await waitFor(() => serving.sent === delta, 'the sound has begun');
    serving.client.abort();
    await served;
    expect(serving.outcomes).toMatchObject([
      { ending: Ending.CLIENT_GONE, source: UsageSource.ESTIMATED, usage: characters },
    ]);
  });

  test('nothing that was said costs nothing', async () => {
    const serving = speak('', false);
    const served = serve(serving);
    await waitFor(() => upstream.calls.length === 1, 'the upstream is called');
    serving.client.abort();
    await served;
    // Not even the price of a call.
    expect(serving.outcomes).toMatchObject([
      { ending: Ending.CLIENT_GONE, source: UsageSource.NONE, usage: { inputFresh: 0 } },
    ]);
  });
});

describe('what is no sound is tried elsewhere', () => {
  test.each<[string, UpstreamServer['serve']]>([
    ['an error under a good status', (_request, response) => response.end('{"error":{"message":"m"}}')],
    [
      'a page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['nothing', (_request, response) => response.writeHead(200, sound).end()],
    [
      'a first piece that is cut',
      (_request, response) => response.writeHead(200, sound).write('one', () => response.destroy()),
    ],
  ])('%s', async (_what, bad) => {
    upstream.serve = (request, response, id) =>
      id === 1n ? bad(request, response, id) : void response.writeHead(200, sound).end('good');
    const serving = prepare();
    expect(await serve(serving, 2)).toBeUndefined();
    expect(serving).toMatchObject({ sent: 'good', isEnded: true });
    expect(serving.outcomes).toHaveLength(1);
  });
});

test.each([':', 'id:', '\n:', 'd', 'event'])(
  'sound that begins with %j is sound, though events were asked for',
  async (begin) => {
    upstream.serve = (_request, response) =>
      void response.writeHead(200, sound).end(`${begin}\u0001 samples`);
    const serving = prepare({ stream_format: 'sse' });
    expect(await serve(serving)).toBeUndefined();
    expect(serving).toMatchObject({ sent: `${begin}\u0001 samples`, isEnded: true });
  },
);

test('sound that breaks off after it began never ends well, and is billed', async () => {
  let cut = (): void => undefined;
  upstream.serve = (_request, response) => {
    response.writeHead(200, sound).write('one,');
    setImmediate(() => response.write('two,'));
    cut = () => void response.destroy();
  };
  const serving = prepare();
  const served = serve(serving, 2);
  await waitFor(() => serving.sent === 'one,', 'the answer has begun');
  cut();
  expect(await served).toBeUndefined();
  expect(serving.isEnded).toBe(false);
  expect(serving.failed).toMatchObject({ fault: { code: 'upstream_cut' } });
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
  expect(upstream.calls).toHaveLength(1);
});

test('a client that takes nothing holds the upstream back', async () => {
  const total = 64 * 1024 * 1024;
  let written = 0;
  upstream.serve = (_request, response) => {
    response.writeHead(200, sound);
    const pour = (): void => {
      while (written < total) {
        written += 64 * 1024;
        if (!response.write(Buffer.alloc(64 * 1024, 'x'))) return void response.once('drain', pour);
      }
      response.end();
    };
    pour();
  };
  const client = findSurface(Dialect.CHAT_COMPLETIONS, Operation.SPEAK);
  if (!client) throw new Error('There is no speech');
  const body = { model: 'm', input: 'x' };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body, takes: false });
  const served = serve(serving);
  await waitFor(() => serving.sent.length > 0, 'the answer has begun');
  const marks: number[] = [];
  await waitFor(() => {
    marks.push(written);
    return marks.length > 20 && new Set(marks.slice(-10)).size === 1;
  }, 'the upstream writes no more');
  expect(written).toBeLessThan(total / 2);
  serving.client.abort();
  await served;
});
