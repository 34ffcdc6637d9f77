import { expect, test } from 'vitest';
import type { Turn } from '../request.ts';
import { withOwnCallIds } from './call-ids.ts';

const call = (id: string) => ({ kind: 'tool-call' as const, id, name: 'f', argsText: '{}' });
const called = (...ids: string[]): Turn => ({ from: 'assistant', blocks: ids.map(call) });
const answered = (...ids: string[]): Turn => ({
  from: 'user',
  blocks: ids.map((callId) => ({ kind: 'tool-result', callId, blocks: [{ kind: 'text', text: 'x' }] })),
});
const idsIn = (turns: readonly Turn[]): string[][] =>
  turns.map(({ blocks }) =>
    blocks.map((block) => {
      if (block.kind === 'tool-call') return block.id;
      return block.kind === 'tool-result' ? block.callId : '';
    }),
  );

test('turns whose calls have ids of their own stay as they are', () => {
  const turns = [called('a', 'b'), answered('b', 'a'), called('c'), answered('c')];
  expect(withOwnCallIds(turns)).toBe(turns);
});

test('calls that are counted anew in each turn are told apart, and their results with them', () => {
  const turns = [called('f:0', 'f:1'), answered('f:1', 'f:0'), called('f:0'), answered('f:0'), called('f:0')];
  expect(idsIn(withOwnCallIds(turns))).toEqual([
    ['f:0', 'f:1'],
    ['f:1', 'f:0'],
    ['f:0_2'],
    ['f:0_2'],
    ['f:0_3'],
  ]);
});

test('an id that looks like a told apart one is told apart too', () => {
  const turns = [called('a'), answered('a'), called('a', 'a_2'), answered('a_2', 'a')];
  expect(idsIn(withOwnCallIds(turns)).slice(2)).toEqual([
    ['a_2', 'a_2_2'],
    ['a_2_2', 'a_2'],
  ]);
});

test('calls of one turn and one id are answered in their order', () => {
  expect(idsIn(withOwnCallIds([called('', ''), answered('', '')]))).toEqual([
    ['', '_2'],
    ['', '_2'],
  ]);
});
