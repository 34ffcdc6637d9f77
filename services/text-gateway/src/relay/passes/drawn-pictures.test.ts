/** Pictures that Gemini draws for clients of other dialects, against a real HTTP server: what arrives, and what it costs. */
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { fc } from '@headgate/runtime/testing/properties';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const flat: ImageTerms = { isOutputPriced: true, isWriter: true };
const byImage: ImageTerms = { ...flat, prices: new Map([['1K', 1n]]) };
const byImageTokens: ImageTerms = { ...flat, isImageOutputPriced: true };

const data = 'iVBORw0KGgo=';
const parts = [{ text: 'Here it is' }, { inlineData: { mimeType: 'image/png', data } }];
const counted = {
  parts,
  usageMetadata: {
    promptTokenCount: 5,
    candidatesTokenCount: 1_123,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
  },
};
const bodies: Record<DialectName, object> = {
  'chat-completions': { model: 'm', messages: [{ role: 'user', content: 'A mill' }] },
  'generate-content': { contents: [{ parts: [{ text: 'A mill' }] }] },
  messages: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'A mill' }] },
  responses: { model: 'm', input: 'A mill' },
};

interface Answer {
  parts: readonly object[];
  usageMetadata?: object;
}

/** A client asks, and Gemini answers. */
async function ask(
  client: DialectName,
  terms: ImageTerms,
  stream: boolean,
  { parts: said, usageMetadata }: Answer,
) {
  const pieces = stream ? said.map((part) => [part]) : [said];
  const chunks = pieces.map((each, at) => {
    const end = at === pieces.length - 1 && { finishReason: 'STOP' };
    return { candidates: [{ content: { parts: each }, ...end }], ...(end && { usageMetadata }) };
  });
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    const framed = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join('');
    response.end(stream ? framed : JSON.stringify(chunks[0]));
  };
  const channel = { id: 1n, provider: 'gemini', baseUrl: upstream.baseUrl(1n) };
  const body = { ...bodies[client], ...(client !== 'generate-content' && { stream }) };
  const serving = createTestServing({ pools: upstream.pools, stream, client, body, terms });
  const failed = await attemptInTurn(serving, [createCandidate(channel), createCandidate(channel)]);
  return { serving, failed };
}

describe.each([false, true])('streamed: %s', (stream) => {
  test.each(['chat-completions', 'responses'] as const)('a client of %s is given them', async (client) => {
    const { serving } = await ask(client, flat, stream, counted);
    expect(serving.sent).toContain(data);
    expect(serving.outcomes).toMatchObject([
      {
        ending: Ending.COMPLETED,
        source: UsageSource.UPSTREAM,
        usage: { inputFresh: 5, outputVisible: 1_123 },
      },
    ]);
    expect(serving.outcomes[0]?.usage.metered).toBeUndefined();
  });

  const image = { unit: MeteredUnit.IMAGE, variant: '1K', quantity: 1n };
  const tokens = (quantity: bigint) => ({ unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity });

  test.each([
    { by: 'the image', terms: byImage, metered: [image] },
    { by: 'its own tokens', terms: byImageTokens, metered: [{ ...image }, tokens(1_120n)] },
  ])('a picture paid for by $by is billed so, and its words by theirs', async ({ terms, metered }) => {
    const { serving } = await ask('chat-completions', terms, stream, counted);
    expect(serving.outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { inputFresh: 5, outputVisible: 3, metered } },
    ]);
  });

  test('one that nobody counted has as many tokens as pictures count for', async () => {
    const { serving } = await ask('responses', byImageTokens, stream, { parts });
    expect(serving.outcomes).toMatchObject([
      {
        source: UsageSource.ESTIMATED,
        usage: { inputFresh: 7, outputVisible: 3, metered: [image, tokens(1_290n)] },
      },
    ]);
  });

  test('one without bytes is none: nobody is shown it, and it costs nothing', async () => {
    const empty = { inlineData: { mimeType: 'image/png', data: '' } };
    const counts = { promptTokenCount: 5, candidatesTokenCount: 3 };
    const said = { parts: [{ text: 'Here it is' }, empty], usageMetadata: counts };
    const { serving } = await ask('chat-completions', byImage, stream, said);
    expect(serving.sent).toContain('Here it is');
    expect(serving.sent).not.toContain('base64');
    expect(serving.outcomes).toMatchObject([{ source: UsageSource.UPSTREAM, usage: { outputVisible: 3 } }]);
    expect(serving.outcomes[0]?.usage.metered).toBeUndefined();
    const uncounted = await ask('generate-content', flat, stream, { ...said, usageMetadata: {} });
    expect(uncounted.serving.outcomes).toMatchObject([{ usage: { outputVisible: 3 } }]);
  });

  test('a client of messages is told why it has none', async () => {
    const { serving, failed } = await ask('messages', flat, stream, counted);
    if (stream) {
      // Words have gone out before.
      expect(serving.sent).toContain('event: error');
      expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN }]);
    } else {
      expect(failed).toMatchObject({
        status: 400,
        message: expect.stringContaining('answered with a picture'),
      });
      expect(serving.sent).toBe('');
    }
    expect(serving.sent).not.toContain('message_stop');
    expect(upstream.calls).toHaveLength(1);
  });
});

/** OpenRouter's form, which upstreams of chat completions share. */
const shown = { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };

async function askShown(terms: ImageTerms, stream: boolean, usage?: object, images: unknown = [shown]) {
  const choice = (said: object, end: object = {}) => ({
    choices: [{ index: 0, [stream ? 'delta' : 'message']: said, ...end }],
  });
  const whole = {
    ...choice({ role: 'assistant', content: 'Here it is', images }, { finish_reason: 'stop' }),
    usage,
  };
  const chunks = [
    choice({ role: 'assistant', content: 'Here it is' }),
    choice({ content: '', images }),
    { ...choice({}, { finish_reason: 'stop' }), usage },
  ];
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    const framed = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    response.end(stream ? `${framed}data: [DONE]\n\n` : JSON.stringify(whole));
  };
  const channel = { id: 1n, provider: 'openai', baseUrl: upstream.baseUrl(1n) };
  const body = { ...bodies['chat-completions'], stream };
  const serving = createTestServing({
    pools: upstream.pools,
    stream,
    client: 'chat-completions',
    body,
    terms,
  });
  await attemptInTurn(serving, [createCandidate(channel)]);
  return serving;
}

describe.each([false, true])('chat completions that pass, streamed: %s', (stream) => {
  const image = { unit: MeteredUnit.IMAGE, variant: '1K', quantity: 1n };
  const tokens = (quantity: bigint) => ({ unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity });
  const counts = { prompt_tokens: 5, completion_tokens: 1_123 };

  test.each([
    { by: 'the image', terms: byImage, metered: [image], told: 1_120 },
    { by: 'its own tokens', terms: byImageTokens, metered: [image, tokens(1_120n)], told: 1_120 },
  ])('a picture paid for by $by is billed so', async ({ terms, metered, told }) => {
    const usage = { ...counts, completion_tokens_details: { image_tokens: told } };
    const serving = await askShown(terms, stream, usage);
    expect(serving.sent).toContain(data);
    expect(serving.outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { inputFresh: 5, outputVisible: 3, metered } },
    ]);
  });

  test('one whose tokens are not told apart has as many as pictures count for', async () => {
    const zero = { ...counts, completion_tokens: 1_300, completion_tokens_details: { image_tokens: 0 } };
    const serving = await askShown(byImage, stream, zero);
    expect(serving.outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { outputVisible: 10, metered: [image] } },
    ]);
  });

  test('each of them is billed, those at an address too', async () => {
    const elsewhere = { ...shown, image_url: { url: 'https://example.com/mill.png' } };
    const serving = await askShown(byImage, stream, counts, [shown, elsewhere]);
    expect(serving.outcomes).toMatchObject([{ usage: { metered: [{ ...image, quantity: 2n }] } }]);
  });

  test.each([[[]], [null], ['images'], [[null, '']]])('%j is none, and costs none', async (images) => {
    const serving = await askShown(byImage, stream, counts, images);
    expect(serving.outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { outputVisible: 1_123 } },
    ]);
    expect(serving.outcomes[0]?.usage.metered).toBeUndefined();
  });

  test('one that nobody counted is counted here', async () => {
    const serving = await askShown(byImageTokens, stream);
    expect(serving.outcomes).toMatchObject([
      { source: UsageSource.ESTIMATED, usage: { outputVisible: 3, metered: [image, tokens(1_290n)] } },
    ]);
  });
});

const picture = { inlineData: { mimeType: 'image/png', data } };
const odd = fc.constantFrom(null, '7', -1, 0.5, {});
const count = fc.option(fc.oneof(fc.nat(5_000), fc.nat(5_000), odd), { nil: undefined });
const detail = fc.record({ modality: fc.constantFrom('TEXT', 'IMAGE', 'AUDIO'), tokenCount: count });
const anyCounts = fc.record({
  promptTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
  candidatesTokensDetails: fc.array(detail, { maxLength: 3 }),
});
const part = fc.constantFrom<object>({ text: 'hello' }, { thought: true, ...picture }, picture, { text: '' });

test('what is converted costs what passing it would, whole and streamed', async () => {
  const saidParts = fc.array(part, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(saidParts, anyCounts, fc.boolean(), async (said, usageMetadata, stream) => {
      const bill = async (client: keyof typeof bodies) => {
        const { serving } = await ask(client, byImageTokens, stream, { parts: said, usageMetadata });
        return serving.outcomes.map(({ usage, source }) => ({ usage, source }));
      };
      expect(await bill('chat-completions')).toEqual(await bill('generate-content'));
    }),
    { numRuns: 60 },
  );
});
