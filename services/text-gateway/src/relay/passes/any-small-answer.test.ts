/** Answers of the routes beyond the dialects against a real HTTP server: bytes pass as they are, and what is counted is billed. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

interface Ask {
  dialect: WireDialect;
  operation: Operation;
  provider: string;
  body: Record<string, unknown> | Buffer;
  contentType?: string;
  stream?: boolean;
}

interface Told {
  type: string;
  text: string;
  /** It comes in two pieces. */
  cut: number;
}

async function serve(
  { dialect, operation, provider, stream = false, ...request }: Ask,
  { type, text, cut }: Told,
  upstreamModel = 'm',
): Promise<TestServing> {
  const client = findSurface(dialect, operation);
  if (!client) throw new Error('There is no such style');
  const bytes = Buffer.from(text);
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(bytes.subarray(0, cut));
    setImmediate(() => response.end(bytes.subarray(cut)));
  };
  const serving = createTestServing({ pools: upstream.pools, stream, client, ...request });
  const channel = createCandidate({ id: 1n, provider, baseUrl: upstream.baseUrl(1n) });
  expect(await attemptInTurn(serving, [{ ...channel, upstreamModel }])).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
  return serving;
}

const { CHAT_COMPLETIONS: openai, GENERATE_CONTENT: native } = WireDialect;
const odd = fc.constantFrom(null, '7', -1, 0.5, {}, 0, 1e300);
const count = fc.option(fc.oneof(fc.nat(5_000), odd), { nil: undefined });
const cut = fc.nat(60);
const content = { parts: [{ text: 'a' }] };

/** What holds the counts, the first of which that is one holds. */
const styles: [string, Ask, answer: string, usage: string, counts: string[]][] = [
  [
    'embeddings',
    {
      dialect: openai,
      operation: Operation.EMBED,
      provider: 'openai-compatible',
      body: { model: 'm', input: 'a' },
    },
    '"data": [{"index":0,"embedding":[1.0, -0.0]}]',
    'usage',
    ['prompt_tokens', 'input_tokens', 'total_tokens'],
  ],
  [
    'embed-content',
    { dialect: native, operation: Operation.EMBED, provider: 'gemini', body: { content } },
    '"embedding":{"values":[1.0,-0.0]}',
    'usageMetadata',
    ['promptTokenCount', 'totalTokenCount'],
  ],
  [
    'batch-embed-contents',
    {
      dialect: native,
      operation: Operation.BATCH_EMBED,
      provider: 'gemini',
      body: { requests: [{ content }] },
    },
    '"embeddings" :[{"values":[1.0,-0.0]}]',
    'usageMetadata',
    ['promptTokenCount', 'totalTokenCount'],
  ],
];
const others = fc.uniqueArray(
  fc.constantFrom(
    '"a":1e400',
    '"__proto__":"\\ud800"',
    '"b" : -0',
    '"ü":12345678901234567890',
    '"c":"up\u2028"',
  ),
);

test.each(styles)(
  '%s pass as they came, for what the upstream counts',
  async (_, ask, answer, usage, names) => {
    const given = fc.record(Object.fromEntries(names.map((name) => [name, count])));
    await fc.assert(
      fc.asyncProperty(given, others, cut, fc.boolean(), async (counts, members, at, isMapped) => {
        const all = [...members, answer, '"model":"up"', `"${usage}": ${JSON.stringify(counts)}`];
        const text = `\r\n{ ${all.join(' ,\t')} }\n`;
        const told = { type: 'application/json', text, cut: at };
        const serving = await serve(ask, told, isMapped ? 'up' : 'm');
        const isRenamed = isMapped && ask.dialect === openai;
        expect(serving.sent).toBe(isRenamed ? text.replace('"model":"up"', '"model":"m"') : text);
        const first = names
          .map((name) => counts[name])
          .find((value) => Number.isSafeInteger(value) && Number(value) >= 0);
        const isCounted = first !== undefined && first !== 0;
        expect(serving.outcomes).toMatchObject([
          {
            source: isCounted ? UsageSource.UPSTREAM : UsageSource.ESTIMATED,
            usage: { inputFresh: isCounted ? first : serving.countInput() },
          },
        ]);
      }),
      { numRuns: 60 },
    );
  },
);

function formOf(fields: Record<string, string>): Pick<Ask, 'body' | 'contentType'> {
  const part = (head: string, value: string) =>
    `--cut\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${value}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => part(name, value));
  const body = Buffer.from(`${parts.join('')}${part('file; filename=a', 'x')}--cut--\r\n`);
  return { body, contentType: 'multipart/form-data; boundary=cut' };
}

const words = fc.array(fc.constantFrom('Hi ', '图', '😀', '\n', ' ', '-->', 'data: ', '"'), { maxLength: 8 });
const heardUsage = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant('duration'), seconds: count }),
    fc.record({ type: fc.constant('tokens'), input_tokens: count, output_tokens: count }),
    fc.record({ prompt_audio_seconds: count, prompt_tokens: count, completion_tokens: count }),
  ),
);

test('a transcription costs the same whole and streamed, whatever its upstream counts', async () => {
  const style = { dialect: openai, operation: Operation.TRANSCRIBE, provider: 'openai-compatible' };
  await fc.assert(
    fc.asyncProperty(words, heardUsage, cut, async (said, usage, at) => {
      const text = said.join('');
      const whole = { type: 'application/json', text: JSON.stringify({ text, usage }), cut: at };
      const events = [
        ...said.map((delta) => ({ type: 'transcript.text.delta', delta })),
        { type: 'transcript.text.done', text, usage },
      ];
      const frames = events
        .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join('');
      const streamed = { type: 'text/event-stream', text: frames, cut: at };
      const once = await serve({ ...style, ...formOf({ model: 'm' }) }, whole);
      const inEvents = { ...style, ...formOf({ model: 'm', stream: 'true' }), stream: true };
      const piecewise = await serve(inEvents, streamed);
      expect([once.sent, piecewise.sent]).toEqual([whole.text, frames]);
      expect(piecewise.outcomes).toEqual(once.outcomes);
    }),
    { numRuns: 60 },
  );
});
