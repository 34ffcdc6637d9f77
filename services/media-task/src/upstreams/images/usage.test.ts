import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { TokenCounts } from '../../task/task.ts';
import { imageUsage, settleImages } from './usage.ts';

const { usage: asked } = imageUsage('1024x1024', 1, { inputText: 8, inputImage: 0, output: 1_056 });
const media = [{ kind: 'image', url: 'https://files.test/mill.png' } as const];

test.each<[string, TokenCounts]>([
  ['below zero', { inputText: 10, inputImage: 0, output: -1 }],
  ['half a token', { inputText: 10, inputImage: 0, output: 1_056.5 }],
  ['more than a number can tell', { inputText: 1e300, inputImage: 0, output: 1_056 }],
  ['more text than output', { inputText: 10, inputImage: 0, output: 5, outputText: 6 }],
  ['no output', { inputText: 10, inputImage: 0, output: 0 }],
  ['text alone', { inputText: 10, inputImage: 0, output: 30, outputText: 30 }],
])('what was made is billed as it was priced where the vendor counts %s', (_, tokens) => {
  const { made, usage } = settleImages(asked, media, tokens);
  expect(made).toEqual({ media });
  expect(usage).toMatchObject({
    calls: 1n,
    inputFresh: 8n,
    outputVisible: 1_056n,
    metered: [{ unit: MeteredUnit.IMAGE, variant: '1024x1024', quantity: 1n }],
  });
});

test('output tokens of images whose price covers them are not billed, whatever the vendor counts', () => {
  const { covered } = imageUsage('1K', 1, { inputText: 8, inputImage: 0, output: 1_290 });
  expect(covered).toMatchObject({ inputFresh: 8n, outputVisible: 0n });
  if (!covered) throw new Error('there is no such way to count');
  const counted = { inputText: 10, inputImage: 3, output: 1_320, outputText: 30 };
  const { made, usage } = settleImages(covered, media, counted);
  expect(made?.tokens).toEqual(counted);
  expect(usage).toMatchObject({
    inputFresh: 10n,
    inputImage: 3n,
    outputVisible: 30n,
    metered: [{ unit: MeteredUnit.IMAGE, variant: '1K', quantity: 1n }],
  });
});
