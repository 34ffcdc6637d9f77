import { expect, test } from 'vitest';
import type { ReplyEvent } from './events.ts';
import { foldReply } from './fold.ts';
import { createSequence } from './sequence.ts';

const begin = (index: number): ReplyEvent => ({
  kind: 'block-start',
  index,
  block: { kind: 'tool-call', id: `c${index}`, name: 'f' },
});
const delta = (index: number, text: string): ReplyEvent => ({ kind: 'block-delta', index, text });
const close = (index: number): ReplyEvent => ({ kind: 'block-end', index });

test('blocks that are open at once come one behind the other, and say the same', () => {
  const events = [
    ...[begin(0), begin(1), begin(2), delta(2, 'c'), delta(0, 'a'), delta(1, 'b')],
    ...[close(1), delta(0, 'A'), close(0), delta(2, 'C'), close(2)],
  ];
  const sequence = createSequence();
  const sequenced = events.flatMap((event) => sequence.push(event));
  expect(sequenced.map((event) => ('index' in event ? event.index : -1))).toEqual([
    0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2,
  ]);
  expect(foldReply(sequenced)).toEqual(foldReply(events));
});

test('what is no part of a block passes at once, and so does the block whose turn it is', () => {
  const sequence = createSequence();
  const first = begin(0);
  expect(sequence.push(first)).toEqual([first]);
  expect(sequence.push(begin(1))).toEqual([]);
  const end: ReplyEvent = { kind: 'fault', fault: { message: 'x' } };
  expect(sequence.push(end)).toEqual([end]);
});

test('any number of blocks may wait for the first', () => {
  const sequence = createSequence();
  const indexes = Array.from({ length: 10_000 }, (_, index) => index);
  const later = indexes.slice(1).flatMap((index) => [begin(index), close(index)]);
  expect([begin(0), ...later].flatMap((event) => sequence.push(event))).toEqual([begin(0)]);
  expect(sequence.push(close(0))).toEqual([close(0), ...later]);
});
