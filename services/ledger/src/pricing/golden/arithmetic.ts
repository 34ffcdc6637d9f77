import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { per, type Tables, used } from './case.ts';

const { AUDIO_INPUT_MINUTE, SECOND, TOOL_CALL } = MeteredUnit;

const search = {
  input: '3',
  output: '15',
  metered: per(TOOL_CALL, { web_search: '10', file_search: '2.5' }),
};
const scribe = { metered: per(AUDIO_INPUT_MINUTE, { '': '0.006' }) };

/** Ratios, the one rounding, and numbers of every size. */
export const arithmetic: Tables = {
  ratios: [
    // 1,000 x 0.15 / 2 x 0.8
    ['below one', 60n, { input: '0.15' }, { inputFresh: 1_000n }, '0.8'],
    // (1,000 x 2 / 2 + 0.001 x 500,000) x 1.5 = (1,000 + 500) x 1.5
    [
      'above one, on tokens and calls alike',
      2_250n,
      { input: '2', call: '0.001' },
      { inputFresh: 1_000n, calls: 1n },
      '1.5',
    ],
    // x 0
    [
      'zero, on everything',
      0n,
      { ...search, call: '1' },
      { inputFresh: 9_000n, calls: 1n, metered: [used(TOOL_CALL, 5n, 'web_search')] },
      '0',
    ],
    // 9,000 x 0 / 2
    ['of a free model', 0n, { input: '0', output: '0' }, { inputFresh: 9_000n }, '3'],
    // 2,000,000,000 x 1 / 2 x 0.000001
    ['the smallest', 1_000n, { input: '1' }, { inputFresh: 2_000_000_000n }, '0.000001'],
  ],
  rounding: [
    // 1 x 1 / 2 = 0.5
    ['half is rounded up', 1n, { input: '1' }, { inputFresh: 1n }],
    // 1 x 0.999999999 / 2 = 0.4999999995
    ['a hair below half is rounded down', 0n, { input: '0.999999999' }, { inputFresh: 1n }],
    // 7 x 5 / 2 = 17.5
    ['half above a whole', 18n, { input: '5' }, { inputFresh: 7n }],
    // 1 x 1 / 2 x 0.999999 = 0.4999995
    ['a ratio that takes it below half', 0n, { input: '1' }, { inputFresh: 1n }, '0.999999'],
    // 0.2 + 0.2 + 0.2 = 0.6; rounded one by one it would be 0
    [
      'once, at the end',
      1n,
      { input: '0.4', cacheRead: '0.4', output: '0.4' },
      { inputFresh: 1n, inputCacheRead: 1n, outputVisible: 1n },
    ],
    // 3 x 0.333333 / 2 x 0.333333 = 0.1666663...
    [
      'a small part of a unit: there is no least amount',
      0n,
      { input: '0.333333' },
      { inputFresh: 3n },
      '0.333333',
    ],
    // 1,000,000,000 x 0.000000001 / 2 = 0.5
    ['the smallest price, just enough of it', 1n, { input: '0.000000001' }, { inputFresh: 1_000_000_000n }],
    // 1 x 1 / 2 + 9 / 60,000 x 0.006 x 500,000 = 0.5 + 0.45
    [
      'units and tokens together',
      1n,
      { input: '1', ...scribe },
      { inputFresh: 1n, metered: [used(AUDIO_INPUT_MINUTE, 9n)] },
    ],
  ],
  'large numbers': [
    // 123,456,789,012,345 x 600 / 2
    [
      'more than a float can count',
      37_037_036_703_703_500n,
      { output: '600' },
      { outputVisible: 123_456_789_012_345n },
    ],
    // 18,446,744,073,709 x 1,000,000 / 2: the column holds 9,223,372,036,854,775,807
    [
      'nearly all that a column holds',
      9_223_372_036_854_500_000n,
      { output: '1000000' },
      { outputVisible: 18_446_744_073_709n },
    ],
    // 1,000,000,000,000 s x 0.000000001 x 500,000 = 500,000,000
    [
      'ages of seconds at the smallest price',
      500_000_000n,
      { metered: per(SECOND, { '': '0.000000001' }) },
      { metered: [used(SECOND, 1_000_000_000_000_000n)] },
    ],
    // (10 x 2 + 20 x 0.5 + 30 x 3 + 40 x 4 + 50 x 6 + 60 x 7 + 70 x 8 + 80 x 9 + 90 x 10) / 2 = (20 + 10 + 90 + 160 + 300 +
    // 420 + 560 + 720 + 900) / 2 = 1,590; 2 x 0.001 x 500,000 = 1,000; 10 / 1,000 x 500,000 = 5,000; 7,590 x 1.1
    [
      'everything at once',
      8_349n,
      {
        input: '2',
        cacheRead: '0.5',
        cacheWrite: '3',
        cacheWrite1h: '4',
        audioInput: '6',
        imageInput: '7',
        output: '8',
        reasoning: '9',
        audioOutput: '10',
        call: '0.001',
        metered: per(TOOL_CALL, { web_search: '10' }),
      },
      {
        inputFresh: 10n,
        inputCacheRead: 20n,
        inputCacheWrite: 30n,
        inputCacheWrite1h: 40n,
        inputAudio: 50n,
        inputImage: 60n,
        outputVisible: 70n,
        outputReasoning: 80n,
        outputAudio: 90n,
        calls: 2n,
        metered: [used(TOOL_CALL, 1n, 'web_search')],
      },
      '1.1',
    ],
  ],
};
