/** Conversations in which upstreams of other dialects thought: what these sealed goes back to them alone. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { noSeal, sealPrefix } from '../../canon/seal.ts';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import { readFixtures } from '../../conformance/read-fixture.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

/** What the upstream of a client's own dialect is asked, of a model with these prices for its images. */
async function passedOn(
  client: DialectName,
  provider: string,
  body: Record<string, unknown>,
  { model = 'm', terms }: { model?: string; terms?: ImageTerms } = {},
) {
  const [fixture] = readFixtures(client);
  upstream.serve = (_request, response) => response.end(JSON.stringify(fixture?.reply));
  const serving = createTestServing({
    pools: upstream.pools,
    stream: false,
    client,
    body,
    ...(terms && { terms }),
  });
  const candidate = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider });
  await attemptInTurn(serving, [{ ...candidate, upstreamModel: model }]);
  return upstream.calls.at(-1)?.body;
}

/** What an upstream is asked, of a conversation that has this signature in it. */
async function askedWith(thoughtSignature: string, provider: string): Promise<string> {
  const style = provider === 'gemini' ? 'generate-content' : 'messages';
  const [fixture] = readFixtures(style);
  upstream.serve = (_request, response) => response.end(JSON.stringify(fixture?.reply));
  const user = (text: string) => ({ role: 'user', parts: [{ text }] });
  const thought = { text: 'Hm.', thought: true, thoughtSignature };
  const contents = [user('Hi'), { role: 'model', parts: [thought, { text: 'Hello' }] }, user('And?')];
  const serving = createTestServing({
    pools: upstream.pools,
    stream: false,
    client: 'generate-content',
    body: { contents },
  });
  await attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider })]);
  return JSON.stringify(upstream.calls.at(-1)?.body);
}

test.each([btoa('headgate.seal.messages.EqQB'), 'headgate.seal.messages.EqQB'])(
  'the seal of another upstream reaches its maker, and not Gemini: %s',
  async (slot) => {
    const asked = await askedWith(slot, 'gemini');
    expect(asked).toContain('Hello');
    expect(asked).not.toContain(slot);
    expect(asked).not.toContain('EqQB');
    expect(await askedWith(slot, 'anthropic')).toContain('"signature":"EqQB"');
  },
);

test("Gemini's own seal passes as it came", async () => {
  expect(await askedWith('Q2hBQQ==', 'gemini')).toContain('"thoughtSignature":"Q2hBQQ=="');
});

test('a conversation that comes back to Gemini keeps what Gemini alone knows', async () => {
  const vendors = {
    cachedContent: 'cachedContents/1',
    tools: [{ googleSearch: {} }, { codeExecution: {} }],
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
  };
  const user = (text: string) => ({ role: 'user', parts: [{ text }] });
  const call = { functionCall: { id: 'toolu_1', name: 'f', args: {} } };
  const result = { functionResponse: { id: 'toolu_1', name: 'f', response: { output: 'r' } } };
  const body = (thoughts: object[], slot: object) => ({
    ...vendors,
    contents: [
      user('Hi'),
      { role: 'model', parts: [...thoughts, { text: 'Hello' }, { ...call, ...slot }] },
      { role: 'user', parts: [result] },
    ],
  });
  const thought = { text: 'Hm.', thought: true, thoughtSignature: btoa(`${sealPrefix}messages.EqQB`) };
  const came = body([thought], { thoughtSignature: btoa(noSeal) });
  const unsealed = body([], { thoughtSignature: 'skip_thought_signature_validator' });
  const [newer, older] = [{ model: 'gemini-3-pro-preview' }, { model: 'gemini-2.5-pro' }];
  expect(await passedOn('generate-content', 'gemini', came, newer)).toEqual(unsealed);
  expect(await passedOn('generate-content', 'gemini', came, older)).toEqual(body([], {}));
});

test('one whose images are paid for asks for no size beyond the priced ones, whoever thought in it', async () => {
  const media = Media.fromPartial({ imageSizes: ['1K'] });
  const terms = { media, prices: new Map([['1K', 1n]]), isOutputPriced: true, isWriter: true };
  const body = (slot: object) => ({
    contents: [
      { role: 'model', parts: [{ text: 'Hello', ...slot }] },
      { role: 'user', parts: [{ text: 'Hi' }] },
    ],
    generationConfig: { imageConfig: { imageSize: '4K' } },
  });
  for (const slot of [{}, { thoughtSignature: btoa(`${sealPrefix}messages.EqQB`) }]) {
    const asked = await passedOn('generate-content', 'gemini', body(slot), { terms });
    expect(asked).toMatchObject({ contents: body({}).contents });
    expect(JSON.stringify(asked)).not.toContain('4K');
  }
});

test("a conversation that comes back to OpenAI keeps what OpenAI's responses alone know", async () => {
  const vendors = {
    truncation: 'auto',
    tools: [
      { type: 'web_search', filters: { allowed_domains: ['example.com'] } },
      { type: 'mcp', server_label: 'docs', server_url: 'https://example.com/mcp' },
    ],
  };
  const thought = (seal: string) => ({ type: 'reasoning', summary: [], encrypted_content: seal });
  const body = (...thoughts: object[]) => ({
    model: 'm',
    ...vendors,
    input: [
      { role: 'user', content: 'Hi' },
      thought('gAAAA'),
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      ...thoughts,
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
      { role: 'user', content: 'And?' },
    ],
  });
  const came = body(thought(`${sealPrefix}messages.EqQB`), thought(noSeal));
  expect(await passedOn('responses', 'openai', came)).toEqual(body());
});

test.each([
  ['deepseek', 'deepseek-v4-pro', ''],
  ['moonshot', 'kimi-k2.6', ' '],
  ['moonshot', 'moonshot-v1-128k', undefined],
  ['openrouter', 'openai/gpt-5', undefined],
])('calls of others go to %s (%s) with what it wants beside them: %j', async (vendor, model, thoughts) => {
  const [fixture] = readFixtures('chat-completions');
  upstream.serve = (_request, response) => response.end(JSON.stringify(fixture?.reply));
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: '1' },
  ];
  const body = { model: 'm', messages, own: true };
  const serving = createTestServing({
    pools: upstream.pools,
    stream: false,
    client: 'chat-completions',
    body,
  });
  const candidate = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider: 'openai-compatible' });
  const channel = { ...candidate.channel, vendor };
  await attemptInTurn(serving, [{ ...candidate, channel, upstreamModel: model }]);
  const asked = upstream.calls.at(-1)?.body as typeof body;
  expect(asked.own).toBe(true);
  expect(asked.messages[1]).toEqual({
    ...messages[1],
    ...(thoughts !== undefined && { reasoning_content: thoughts }),
  });
});
