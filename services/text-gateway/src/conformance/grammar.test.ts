import { expect, test } from 'vitest';
import type { ReplyEvent } from '../canon/events.ts';
import { noUsage } from '../canon/usage.ts';
import { createGrammar, GrammarError } from './grammar.ts';

const start: ReplyEvent = { kind: 'reply-start' };
const end: ReplyEvent = { kind: 'reply-end', ending: { reason: 'complete' } };
const begin = (index: number): ReplyEvent => ({ kind: 'block-start', index, block: { kind: 'text' } });
const delta = (index: number): ReplyEvent => ({ kind: 'block-delta', index, text: 'x' });
const seal = (index: number): ReplyEvent => ({
  kind: 'block-seal',
  index,
  seal: { dialect: 'messages', value: 's' },
});
const close = (index: number): ReplyEvent => ({ kind: 'block-end', index });
const usage: ReplyEvent = { kind: 'usage', usage: noUsage };
const fault: ReplyEvent = { kind: 'fault', fault: { message: 'no' } };

function check(events: readonly ReplyEvent[]): void {
  const grammar = createGrammar();
  for (const event of events) grammar.see(event);
  grammar.end();
}

test.each([
  ['an empty answer', [start, end]],
  ['one block', [start, begin(0), delta(0), seal(0), close(0), usage, end]],
  [
    'two blocks that are open at once',
    [start, begin(0), begin(1), delta(0), delta(1), close(0), close(1), end],
  ],
  ['usage at any time', [start, usage, begin(0), usage, close(0), usage, end]],
  ['a fault in the middle of a block', [start, begin(0), delta(0), fault]],
  ['a fault instead of an answer', [fault]],
])('%s keeps the grammar', (_, events) => {
  expect(() => check(events)).not.toThrow();
});

test.each([
  ['no beginning', [begin(0), close(0), end]],
  ['two beginnings', [start, start, end]],
  ['no end', [start, begin(0), close(0)]],
  ['a block that does not end', [start, begin(0), end]],
  ['a block that ends twice', [start, begin(0), close(0), close(0), end]],
  ['a block out of turn', [start, begin(1), close(1), end]],
  ['a delta before its block', [start, delta(0), end]],
  ['a delta after its block', [start, begin(0), close(0), delta(0), end]],
  ['a delta behind the seal', [start, begin(0), seal(0), delta(0), close(0), end]],
  ['two seals', [start, begin(0), seal(0), seal(0), close(0), end]],
  ['something after the end', [start, end, usage]],
  ['two ends', [start, end, end]],
  ['an end after a fault', [start, fault, end]],
])('%s breaks the grammar', (_, events) => {
  expect(() => check(events)).toThrow(GrammarError);
});
