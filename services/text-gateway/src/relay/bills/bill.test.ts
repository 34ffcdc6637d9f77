import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { noUsage, type Usage } from '../../canon/usage.ts';
import { createTally } from '../../counting/tally.ts';
import { billOf, isHollow } from './bill.ts';

const promptOnly: Usage = { ...noUsage, inputFresh: 8, inputCacheRead: 4 };
const full: Usage = { ...promptOnly, outputVisible: 30, outputReasoning: 5 };

function bill(said: string, reported: Usage | undefined, isWhole: boolean) {
  const tally = createTally();
  tally.say('visible', said);
  return billOf({ reported, said: tally, isWhole, countInput: () => 100, readEnding: () => 'complete' });
}

test.each([true, false])('counts of output that nothing followed are the bill, whole: %s', (isWhole) => {
  expect(bill('', full, isWhole)).toEqual({ usage: full, source: UsageSource.UPSTREAM });
});

test.each([true, false])(
  'output that was counted without its prompt is billed with one, whole: %s',
  (isWhole) => {
    const counted = { ...full, inputFresh: 0, inputCacheRead: 0 };
    expect(bill('', counted, isWhole)).toEqual({
      usage: { ...counted, inputFresh: 100 },
      source: UsageSource.ESTIMATED,
      counted,
    });
  },
);

test('an estimate says what the upstream counted of it', () => {
  const source = UsageSource.ESTIMATED;
  const usage = { ...promptOnly, outputVisible: 1 };
  expect(bill('Hello', promptOnly, false)).toEqual({ usage, source, counted: promptOnly });
});

test('counts of the prompt alone are the bill of a whole answer that says nothing', () => {
  expect(bill('', promptOnly, true)).toEqual({ usage: promptOnly, source: UsageSource.UPSTREAM });
});

test.each([
  ['nothing', undefined],
  ['the prompt', promptOnly],
])('nothing said and broken off is nothing served, with counts of %s', (_, reported) => {
  expect(bill('', reported, false)).toEqual({ usage: noUsage, source: UsageSource.NONE });
});

test('zeros and nothing said are nothing served, whatever the end', () => {
  expect(bill('', noUsage, true)).toEqual({ usage: noUsage, source: UsageSource.NONE });
});

test('zeros with a tool that was used cost that tool', () => {
  const searched = { ...noUsage, toolCalls: { web_search: 1 } };
  expect(bill('', searched, true)).toEqual({ usage: searched, source: UsageSource.UPSTREAM });
});

test('a tool that was used before words that nobody counted is billed beside them', () => {
  const { usage, source } = bill('Hello', { ...noUsage, toolCalls: { web_search: 1 } }, false);
  expect(usage).toMatchObject({ inputFresh: 100, outputVisible: 1, toolCalls: { web_search: 1 } });
  expect(source).toBe(UsageSource.ESTIMATED);
});

test('what a filter refused outright, and nobody counted, is nothing served', () => {
  const filtered = { reported: undefined, said: createTally(), isWhole: true };
  expect(billOf({ ...filtered, countInput: () => 100, readEnding: () => 'filtered' })).toEqual({
    usage: noUsage,
    source: UsageSource.NONE,
  });
});

test.each([
  ['complete', noUsage, '', true],
  ['length', noUsage, '', false],
  ['filtered', noUsage, '', false],
  [undefined, noUsage, '', false],
  ['complete', promptOnly, '', false],
  ['complete', undefined, '', false],
  ['complete', noUsage, 'Hello', false],
  ['none', noUsage, '', true],
  ['none', promptOnly, '', true],
  ['none', { ...promptOnly, toolCalls: { web_search: 1 } }, '', false],
  ['none', promptOnly, 'Hello', false],
] as const)('ending %s with %o and "%s" is hollow: %s', (ending, reported, text, expected) => {
  const said = createTally();
  said.say('visible', text);
  expect(isHollow({ reported, said, isWhole: true, countInput: () => 1, readEnding: () => ending })).toBe(
    expected,
  );
});

test('a whole answer that says and counts nothing is a call that cannot be counted', () => {
  expect(bill('', undefined, true)).toEqual({ usage: noUsage, source: UsageSource.MISSING });
});

test.each([true, false])('without counts prompt and answer are counted, whole: %s', (isWhole) => {
  expect(bill('Hello', undefined, isWhole)).toEqual({
    usage: { ...noUsage, inputFresh: 100, outputVisible: 1 },
    source: UsageSource.ESTIMATED,
  });
});

test('what the upstream said of the prompt is kept, beside a counted answer', () => {
  const { usage, source } = bill('Hello', promptOnly, false);
  expect(usage).toEqual({ ...promptOnly, outputVisible: 1 });
  expect(source).toBe(UsageSource.ESTIMATED);
});

test('a prompt of zero is one that the upstream does not know', () => {
  expect(bill('Hello', noUsage, false).usage).toMatchObject({ inputFresh: 100 });
});

test('what followed the last counts is added to them', () => {
  expect(bill('Hello', full, false).usage).toEqual({ ...full, outputVisible: 31 });
});
