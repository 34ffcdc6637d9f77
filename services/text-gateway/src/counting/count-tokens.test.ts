import { expect, test } from 'vitest';
import { countTokens, sampleLength, sliceLength } from './count-tokens.ts';
import { tokenize } from './tokenizer.ts';

/** Counts one token for each four characters, and notes how much it was given. */
function spy() {
  const given: number[] = [];
  const count = (text: string): number => {
    given.push(text.length);
    return text.length / 4;
  };
  return { given, count };
}

const prose = 'The quick brown fox jumps over the lazy dog, and nobody knows why it did so 12345 times. ';

test.each([
  ['', 0],
  ['Hello', 1],
  ['Hello there, general!', 5],
  ['今天天气很好', 4],
  ['say <|endoftext|> again', 9],
  ['half a character \ud83d', 4],
])('%j is about %d tokens', (text, tokens) => {
  expect(Math.abs(countTokens(text) - tokens)).toBeLessThanOrEqual(3);
});

test('slices change the count of a long text by less than two in a hundred', () => {
  const text = prose.repeat(100);
  expect(countTokens(text) / tokenize(text)).toBeCloseTo(1, 1);
  expect(Math.abs(countTokens(text) / tokenize(text) - 1)).toBeLessThan(0.02);
});

test('a text of one character is handed over in slices: no word is long', () => {
  const { given, count } = spy();
  expect(countTokens('a'.repeat(sampleLength), count)).toBe(sampleLength / 4);
  expect(Math.max(...given)).toBe(sliceLength);
});

test('of a text beyond the bound a sample is counted, from all over it', () => {
  const { given, count } = spy();
  const text = `${'x'.repeat(10 * sampleLength)}${prose.repeat(5_000)}`;
  expect(countTokens(text, count)).toBe(Math.ceil(text.length / 4));
  expect(given.reduce((sum, length) => sum + length, 0)).toBe(sampleLength);
  const mixed = `${'今'.repeat(sampleLength)}${'aaaaaaaa'.repeat(sampleLength / 8)}`;
  const whole = tokenize('今'.repeat(512)) * 64 + tokenize('aaaaaaaa'.repeat(64)) * 64;
  expect(countTokens(mixed) / whole).toBeCloseTo(1, 1);
});
