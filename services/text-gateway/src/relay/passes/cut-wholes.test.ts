/** Whole answers that end within a character, begin with a byte order mark, or whose transfer has no end: they pass in every style, and nobody is asked again. */
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const { CHAT_COMPLETIONS, MESSAGES, RESPONSES, GENERATE_CONTENT } = Dialect;
const messages = [{ role: 'user', content: 'Hi' }];
const counts = '"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}';
const cases: [string, Dialect, Operation, string, object, string][] = [
  [
    'completions',
    CHAT_COMPLETIONS,
    Operation.COMPLETE,
    'openai-compatible',
    { model: 'm', prompt: 'Hi' },
    `{"choices":[{"index":0,"text":"Hi \xf0\x9f","finish_reason":"length"}],${counts}}`,
  ],
  [
    'chat',
    CHAT_COMPLETIONS,
    Operation.GENERATE,
    'openai-compatible',
    { model: 'm', messages },
    `{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi \xf0\x9f"},"finish_reason":"length"}],${counts}}`,
  ],
  [
    'messages',
    MESSAGES,
    Operation.GENERATE,
    'anthropic',
    { model: 'm', max_tokens: 2, messages },
    '{"id":"a","type":"message","role":"assistant","content":[{"type":"text","text":"Hi \xf0\x9f"}],"stop_reason":"max_tokens","usage":{"input_tokens":9,"output_tokens":2}}',
  ],
  [
    'responses',
    RESPONSES,
    Operation.GENERATE,
    'openai',
    { model: 'm', input: 'Hi' },
    '{"id":"r","status":"incomplete","output":[{"type":"message","content":[{"type":"output_text","text":"Hi \xf0\x9f"}]}],"usage":{"input_tokens":9,"output_tokens":2}}',
  ],
  [
    'native',
    GENERATE_CONTENT,
    Operation.GENERATE,
    'gemini',
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    '{"candidates":[{"content":{"parts":[{"text":"Hi \xf0\x9f"}]},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":2}}',
  ],
  [
    'chat over messages',
    CHAT_COMPLETIONS,
    Operation.GENERATE,
    'anthropic',
    { model: 'm', messages },
    '{"id":"a","type":"message","role":"assistant","content":[{"type":"text","text":"Hi \xf0\x9f"}],"stop_reason":"max_tokens","usage":{"input_tokens":9,"output_tokens":2}}',
  ],
  [
    'embeddings',
    CHAT_COMPLETIONS,
    Operation.EMBED,
    'openai-compatible',
    { model: 'm', input: 'Hi' },
    '{"object":"list","data":[{"index":0,"embedding":[1]}],"x":"\xf0\x9f","usage":{"prompt_tokens":9,"total_tokens":9}}',
  ],
  [
    'rerank',
    CHAT_COMPLETIONS,
    Operation.RERANK,
    'openai-compatible',
    { model: 'm', query: 'Hi', documents: ['a'], return_documents: true },
    '{"results":[{"index":0,"relevance_score":1,"document":{"text":"Hi \xf0\x9f"}}],"usage":{"total_tokens":9}}',
  ],
];

/** What comes of a request to three channels, and how many were asked. */
async function ask(
  dialect: Dialect,
  operation: Operation,
  provider: string,
  body: object,
): Promise<{ code: string | undefined; calls: number }> {
  const client = findSurface(dialect, operation);
  if (!client) throw new Error('There is no such style');
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body: { ...body } });
  const of = { provider, keys: ['key'], ...(operation === Operation.COMPLETE && { vendor: 'vllm' }) };
  const channels = [1n, 2n, 3n].map((id) => createCandidate({ ...of, id, baseUrl: upstream.baseUrl(id) }));
  const fault = await attemptInTurn(serving, channels);
  return { code: fault?.code, calls: upstream.calls.length };
}

test.each(cases)(
  'a whole answer of %s that ends within a character passes',
  async (_what, dialect, operation, provider, body, answer) => {
    upstream.serve = (_request, to) => {
      to.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from(answer, 'latin1'));
    };
    expect(await ask(dialect, operation, provider, body)).toEqual({ code: undefined, calls: 1 });
  },
);

test.each(cases)(
  'a whole answer of %s behind a byte order mark passes without it',
  async (_what, dialect, operation, provider, body, answer) => {
    upstream.serve = (_request, to) => {
      to.writeHead(200, { 'content-type': 'application/json' }).end(
        Buffer.from(`\xef\xbb\xbf${answer}`, 'latin1'),
      );
    };
    expect(await ask(dialect, operation, provider, body)).toEqual({ code: undefined, calls: 1 });
  },
);

test.each(cases)(
  'a whole answer of %s that is all there passes, though the connection breaks before its transfer ends',
  async (_what, dialect, operation, provider, body, answer) => {
    upstream.serve = (_request, to) => {
      to.writeHead(200, { 'content-type': 'application/json' });
      to.write(Buffer.from(answer, 'latin1'), () => to.socket?.destroySoon());
    };
    expect(await ask(dialect, operation, provider, body)).toEqual({ code: undefined, calls: 1 });
  },
);
