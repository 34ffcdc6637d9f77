import { expect, test } from 'vitest';
import { toPriceLines } from './price-lines.ts';

test('prices stand by their unit, in the order of a bill', () => {
  const price = { output: '10', input: '2.50', call: '0.01', image: { '1024x1024': '0.042' } };
  expect(toPriceLines(price)).toEqual([
    {
      unit: 'tokens',
      parts: [
        { of: 'input', usd: 2.5 },
        { of: 'output', usd: 10 },
      ],
    },
    { unit: 'call', parts: [{ named: '', usd: 0.01 }] },
    { unit: 'image', parts: [{ named: '1024x1024', usd: 0.042 }] },
  ]);
});

test('all that a price may say is said, times the ratio', () => {
  const price = {
    input: '1',
    tiers: [{ above: 200_000, input: '2' }],
    second: { '': '0.1', '4k': '0.3' },
    character: '15',
    minute: { input: '0.006', output: '0.02' },
    image_output: '30',
    tools: { web_search: '10' },
  };
  const lines = toPriceLines(price, 2);
  expect(lines.map(({ unit, above }) => [unit, above])).toEqual([
    ['tokens', undefined],
    ['tokens', 200_000],
    ['second', undefined],
    ['characters', undefined],
    ['minute', undefined],
    ['toolCalls', undefined],
  ]);
  expect(lines.flatMap(({ parts }) => parts.map(({ usd }) => usd))).toEqual([
    2, 60, 4, 0.2, 0.6, 30, 0.012, 0.04, 20,
  ]);
});

test('a price that says nothing has no lines', () => {
  expect(toPriceLines({})).toEqual([]);
});
