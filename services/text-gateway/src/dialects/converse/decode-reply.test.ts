import { expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { decodeReply } from './decode-reply.ts';

const answer = (content: unknown[], more: object = {}) => ({
  output: { message: { role: 'assistant', content } },
  ...more,
});

test.each([[null], [[]], [{}], [{ message: 'Internal' }], [{ output: { message: {} } }]])(
  'a body that is no answer is nobody’s bad request: %j',
  (body) => {
    expect(() => decodeReply(body)).toThrow(expect.objectContaining({ constructor: Error }));
  },
);

test.each([
  ['guardrail_intervened', 'filtered'],
  ['content_filtered', 'filtered'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['malformed_tool_use', 'malformed-tool-call'],
  ['something_new', 'complete'],
])('an answer that ended with %s', (stopReason, reason) => {
  expect(foldReply(decodeReply(answer([], { stopReason }))).ending).toEqual({ reason });
});

test('text with its sources is text, and what is unheard of says nothing', () => {
  const cited = { citationsContent: { content: [{ text: 'a' }, { text: 'b' }], citations: [] } };
  expect(foldReply(decodeReply(answer([cited, { hologram: {} }]))).blocks).toEqual([
    { kind: 'text', text: 'ab' },
  ]);
});

test('cached tokens stand beside the fresh ones', () => {
  const usage = { inputTokens: 3, cacheReadInputTokens: 20, cacheWriteInputTokens: 100, outputTokens: 7 };
  expect(foldReply(decodeReply(answer([], { usage }))).usage).toMatchObject({
    ...{ inputFresh: 3, inputCacheRead: 20, inputCacheWrite: 100, outputVisible: 7 },
  });
});
