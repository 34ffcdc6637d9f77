import { expect, test } from 'vitest';
import { createGrammar } from '../conformance/grammar.ts';
import { createFold, foldReply, type Reply } from './fold.ts';
import { unfoldReply } from './unfold.ts';
import { noUsage } from './usage.ts';

const reply: Reply = {
  blocks: [
    { kind: 'reasoning', text: 'hm', seal: { dialect: 'messages', value: 'sig' } },
    { kind: 'reasoning', text: '', isRedacted: true, seal: { dialect: 'messages', value: 'data' } },
    { kind: 'text', text: 'Hello' },
    { kind: 'refusal', text: 'No.' },
    { kind: 'tool-call', id: 'c1', name: 'get', argsText: '{"a":1}' },
    { kind: 'opaque', dialect: 'responses', json: { type: 'web_search_call' } },
  ],
  usage: { ...noUsage, inputFresh: 3 },
  ending: { reason: 'tool-calls' },
};

test('unfolding and folding gives the same answer, and keeps the grammar', () => {
  const events = unfoldReply(reply);
  const grammar = createGrammar();
  for (const event of events) grammar.see(event);
  grammar.end();
  expect(foldReply(events)).toEqual(reply);
});

test('what was said so far can be seen at any time, blocks in the order in which they began', () => {
  const fold = createFold();
  fold.see({ kind: 'reply-start' });
  fold.see({ kind: 'block-start', index: 0, block: { kind: 'tool-call', id: 'a', name: 'x' } });
  fold.see({ kind: 'block-start', index: 1, block: { kind: 'tool-call', id: 'b', name: 'y' } });
  fold.see({ kind: 'block-delta', index: 1, text: '{}' });
  fold.see({ kind: 'block-delta', index: 0, text: '{"n"' });
  expect(fold.reply()).toEqual({
    blocks: [
      { kind: 'tool-call', id: 'a', name: 'x', argsText: '{"n"' },
      { kind: 'tool-call', id: 'b', name: 'y', argsText: '{}' },
    ],
  });
});

test('counts replace those before them', () => {
  const first = { ...noUsage, inputFresh: 5, outputVisible: 1 };
  const last = { ...noUsage, inputFresh: 5, outputVisible: 9 };
  expect(
    foldReply([
      { kind: 'usage', usage: first },
      { kind: 'usage', usage: last },
    ]).usage,
  ).toEqual(last);
});

test('a fault is kept with what came before it', () => {
  const events = unfoldReply({ blocks: [{ kind: 'text', text: 'Hal' }], fault: { message: 'broken' } });
  expect(foldReply(events)).toEqual({
    blocks: [{ kind: 'text', text: 'Hal' }],
    fault: { message: 'broken' },
  });
});
