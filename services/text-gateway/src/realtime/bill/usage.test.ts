import { expect, test } from 'vitest';
import { inputOf, outputOf } from '../../canon/usage.ts';
import { decodeUsage } from './usage.ts';

test('every token is in one class, cached ones out of their kinds', () => {
  const usage = decodeUsage({
    input_tokens: 200,
    output_tokens: 60,
    total_tokens: 260,
    input_token_details: {
      ...{ text_tokens: 90, audio_tokens: 70, image_tokens: 40, cached_tokens: 64 },
      cached_tokens_details: { text_tokens: 30, audio_tokens: 24, image_tokens: 10 },
    },
    output_token_details: { text_tokens: 20, audio_tokens: 40 },
  });
  expect(usage).toEqual({
    ...{ inputFresh: 60, inputAudio: 46, inputImage: 30, inputCacheRead: 64, inputCacheWrite: 0 },
    ...{ outputVisible: 20, outputAudio: 40, outputReasoning: 0 },
  });
  expect(usage && [inputOf(usage), outputOf(usage)]).toEqual([200, 60]);
});

test('totals without details are text', () => {
  expect(decodeUsage({ input_tokens: 7, output_tokens: 3 })).toMatchObject({
    ...{ inputFresh: 7, inputAudio: 0, inputImage: 0, outputVisible: 3, outputAudio: 0 },
  });
});

test('what is cached without saying of which kind is taken from text first, and never below nothing', () => {
  const details = { text_tokens: 10, audio_tokens: 90, cached_tokens: 40 };
  expect(decodeUsage({ input_tokens: 100, output_tokens: 0, input_token_details: details })).toMatchObject({
    ...{ inputFresh: 0, inputAudio: 60, inputCacheRead: 40 },
  });
});

test.each([[null], [{}], [{ input_tokens: 'many' }], ['none']])('%j is no usage', (value) => {
  expect(decodeUsage(value)).toBeUndefined();
});
