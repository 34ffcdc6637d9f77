/**
 * Random upstreams behind random channels: each call that a request comes to meets an answer, a refusal or a break of its own.
 * Whatever they do, calls are made in the order of the rules and no more of them, the client gets one answer or one refusal,
 * and one bill is written where somebody served.
 */
import type { ServerResponse } from 'node:http';
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import { createSseSplitter } from '../../sse.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { startUpstreamServer, type UpstreamServer } from '../../testing/upstream-server.ts';
import { createPools, type Pools } from '../../upstream-call/pools.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

let upstream: UpstreamServer;
let pools: Pools;
beforeAll(async () => {
  pools = createPools();
  upstream = await startUpstreamServer();
});
afterAll(async () => {
  await pools.close();
  upstream.stop();
});

const words = ['Hel', 'lo\r\n', ' 🌍', ' data: x\n\n'];
const usage = { input: 7, output: 9 };

/** An answer with these words in the two styles that upstreams speak here. */
const styles = {
  'openai-compatible': {
    whole: {
      choices: [{ index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
      usage: { prompt_tokens: usage.input, completion_tokens: usage.output },
    },
    events: [
      { choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] },
      ...words.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } },
    ],
    end: 'data: [DONE]',
    error: { error: { type: 'server_error', message: 'It broke.' } },
    busy: { error: { type: 'rate_limit_error', message: 'Not now.' } },
  },
  anthropic: {
    whole: {
      ...{ type: 'message', role: 'assistant', content: [{ type: 'text', text: words.join('') }] },
      ...{ stop_reason: 'end_turn', usage: { input_tokens: usage.input, output_tokens: usage.output } },
    },
    events: [
      { type: 'message_start', message: { role: 'assistant', usage: { input_tokens: usage.input } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...words.map((text) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      })),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: usage.output },
      },
    ],
    end: 'data: {"type":"message_stop"}',
    error: { type: 'error', error: { type: 'api_error', message: 'It broke.' } },
    busy: { type: 'error', error: { type: 'rate_limit_error', message: 'Not now.' } },
  },
} as const;
type Provider = keyof typeof styles;

/** What one call meets. */
const ways = {
  served: 'served',
  unmarked: 'served',
  'cut behind words': 'broken',
  'an error behind words': 'broken',
  'an error': 'channel',
  'plain JSON': 'credential',
  HTML: 'channel',
  nothing: 'channel',
  'hung up': 'channel',
  500: 'channel',
  302: 'channel',
  401: 'credential',
  429: 'credential',
  400: 'request',
} as const;
type Way = keyof typeof ways;
/** Whether it is an answer, whole or not; else who is left alone for it: the request goes on to whoever is left. */
type Outcome = (typeof ways)[Way];

/** How it is carried. */
interface Carriage {
  eol: '\n' | '\r\n';
  pieceBytes: number;
}

async function play(response: ServerResponse, { provider, isStreamed, way, eol, pieceBytes }: Played) {
  const { whole, events, end, error, busy } = styles[provider];
  const frame = (line: string): string => `${line}${eol}${eol}`;
  const eventOf = (event: object): string => frame(`data: ${JSON.stringify(event)}`);
  const said = events.map(eventOf);
  const beginning = said.slice(0, 4);
  response.setHeader('connection', 'close');
  if (way === 'hung up') return void response.destroy();
  if (/^\d+$/.test(String(way))) {
    response.writeHead(Number(way), { 'content-type': 'application/json', location: '/elsewhere' });
    return void response.end('{"error":{"message":"No."}}');
  }
  const streams: Partial<Record<Way, string[]>> = {
    served: [...said, frame(end)],
    unmarked: said,
    'cut behind words': beginning,
    'an error behind words': [...beginning, eventOf(error)],
    'an error': [eventOf(error)],
  };
  const wholes: Partial<Record<Way, string>> = {
    HTML: '<html>Welcome</html>',
    nothing: '',
    'an error': JSON.stringify(error),
    'plain JSON': JSON.stringify(busy, null, 2),
  };
  const streamed = isStreamed ? streams[way] : undefined;
  const isPromised = streamed !== undefined || (isStreamed && way === 'plain JSON');
  const type = isPromised ? 'text/event-stream' : way === 'HTML' ? 'text/html' : 'application/json';
  response.writeHead(200, { 'content-type': type });
  const bytes = Buffer.from(streamed?.join('') ?? wholes[way] ?? JSON.stringify(whole));
  const isHalf = !isStreamed && ways[way] === 'broken';
  const last = isHalf ? bytes.length / 2 : bytes.length;
  // The head waits for no more than the first frame: what breaks behind it breaks an answer that has begun.
  const first = Math.min(last, Buffer.byteLength(beginning.join('')));
  for (const part of [bytes.subarray(0, first), bytes.subarray(first, last)]) {
    for (let at = 0; at < part.length; at += pieceBytes) response.write(part.subarray(at, at + pieceBytes));
    if (ways[way] === 'broken') await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (isHalf || way === 'cut behind words') response.destroy();
  else response.end();
}
type Played = Carriage & { provider: Provider; isStreamed: boolean; way: Way };

const channel = fc.record({
  provider: fc.constantFrom<Provider>('openai-compatible', 'anthropic'),
  priority: fc.nat(1),
  keys: fc.constantFrom<string[]>(['a'], ['a', 'b']),
});
const carriage = fc.record({
  eol: fc.constantFrom<Carriage['eol']>('\n', '\r\n'),
  pieceBytes: fc.constantFrom(1, 7, 10_000),
});
const names = Object.keys(ways) as Way[];
const met = fc.tuple(fc.constantFrom(...names), carriage).map(([way, carried]) => ({ way, ...carried }));

/** What the client made of it. */
function readSent({ sent, request }: TestServing): { text: string; ends: number; errors: number } {
  if (!request.stream) {
    const { choices } = JSON.parse(sent);
    return { text: choices[0].message.content, ends: 1, errors: 0 };
  }
  const splitter = createSseSplitter(1_000_000);
  const frames = [...splitter.push(Buffer.from(sent)), ...splitter.end()].map(({ data }) => data.toString());
  const events = frames.filter((data) => data.startsWith('{')).map((data) => JSON.parse(data));
  return {
    text: events.map(({ choices }) => choices?.[0]?.delta.content ?? '').join(''),
    ends: frames.filter((data) => data === '[DONE]').length,
    errors: events.filter(({ error }) => error).length,
  };
}

test('whatever upstreams do, calls follow the rules, and a client gets one answer and one bill', async () => {
  const scene = fc.record({
    channels: fc.array(channel, { minLength: 1, maxLength: 3 }),
    isStreamed: fc.boolean(),
    meets: fc.array(met, { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ channels, isStreamed, meets }) => {
      const candidates = channels.map((of, index): Candidate => {
        const id = BigInt(index + 1);
        return createCandidate({ id, baseUrl: upstream.baseUrl(id), ...of });
      });
      upstream.calls.length = 0;
      upstream.serve = (_request, response, channelId) => {
        const one = meets[upstream.calls.length - 1];
        const provider = channels[Number(channelId) - 1]?.provider;
        if (!one || !provider) throw new Error('a call that nobody expects');
        void play(response, { ...one, provider, isStreamed });
      };
      const body = { model: 'm', stream: isStreamed, messages: [{ role: 'user', content: 'Hi' }] };
      const serving = createTestServing({ pools, stream: isStreamed, body });
      const failure = await attemptInTurn(serving, candidates);

      let left = channels.flatMap(({ priority, keys }, index) =>
        keys.map((key) => ({ id: BigInt(index + 1), priority, key })),
      );
      /** Other credentials of channels that failed: they come when nobody else is left. */
      let spare: typeof left = [];
      let outcome: Outcome | undefined;
      for (const [index, { channelId, key }] of upstream.calls.entries()) {
        expect(['channel', 'credential', undefined]).toContain(outcome);
        const asked = left.length > 0 ? left : spare;
        const highest = Math.max(...asked.map(({ priority }) => priority));
        expect(asked).toContainEqual({ id: channelId, priority: highest, key });
        outcome = ways[meets[index]?.way ?? 'served'];
        // Half of a whole answer is none.
        if (!isStreamed && outcome === 'broken') outcome = 'channel';
        const others = (one: { id: bigint; key: string }) => one.id !== channelId || one.key !== key;
        const isGone = (one: { id: bigint }) => outcome === 'channel' && one.id === channelId;
        spare = [...spare, ...left.filter(isGone)].filter(others);
        left = left.filter((one) => !isGone(one) && others(one));
      }
      const isOver = outcome === 'served' || outcome === 'broken' || outcome === 'request';
      expect(isOver || left.length + spare.length === 0 || upstream.calls.length === 3).toBe(true);

      if (outcome !== 'served' && outcome !== 'broken') {
        expect(failure).toBeDefined();
        expect(serving).toMatchObject({ sent: '', outcomes: [] });
        return;
      }
      expect(failure).toBeUndefined();
      expect(serving.isEnded).toBe(true);
      const isWhole = outcome === 'served';
      const { text, ends, errors } = readSent(serving);
      const last = meets[upstream.calls.length - 1];
      const provider = channels[Number(upstream.calls.at(-1)?.channelId) - 1]?.provider;
      // The bytes of the client's own dialect pass as they are: a mark that was left out stays out.
      const lacksMark = isStreamed && last?.way === 'unmarked' && provider === 'openai-compatible';
      expect({ ends, errors }).toEqual({ ends: isWhole && !lacksMark ? 1 : 0, errors: isWhole ? 0 : 1 });
      expect(words.join('').startsWith(text)).toBe(true);
      expect(text === words.join('')).toBe(isWhole);
      expect(serving.outcomes).toHaveLength(1);
      expect(serving.outcomes[0]).toMatchObject(
        isWhole
          ? {
              ending: Ending.COMPLETED,
              source: UsageSource.UPSTREAM,
              usage: { inputFresh: usage.input, outputVisible: usage.output },
            }
          : { ending: Ending.BROKEN, source: UsageSource.ESTIMATED },
      );
    }),
    { numRuns: 100 },
  );
});
