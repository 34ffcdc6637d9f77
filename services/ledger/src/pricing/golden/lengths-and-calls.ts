import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { above, per, type Tables, used } from './case.ts';

const { TOOL_CALL } = MeteredUnit;

const claude = { input: '3', cacheRead: '0.3', cacheWrite: '3.75', cacheWrite1h: '6', output: '15' };
const pro = {
  input: '1.25',
  cacheRead: '0.31',
  output: '10',
  tiers: [above(200_000n, { input: '2.5', cacheRead: '0.625', output: '15' })],
};
const search = {
  input: '3',
  output: '15',
  metered: per(TOOL_CALL, { web_search: '10', file_search: '2.5' }),
};

/** Prices per call, by the length of the input and by calls of tools. */
export const lengthsAndCalls: Tables = {
  'prices per call': [
    // 0.01 x 500,000
    ['one call', 5_000n, { call: '0.01' }, { calls: 1n }],
    // 0.02 x 500,000; its tokens are free
    [
      'a fixed price, whatever the tokens',
      10_000n,
      { call: '0.02' },
      { calls: 1n, inputFresh: 5_000n, outputVisible: 5_000n },
    ],
    // 3 x 0.01 x 500,000 + 1,000 x 0.5 / 2 = 15,000 + 250
    ['calls and tokens', 15_250n, { call: '0.01', input: '0.5' }, { calls: 3n, inputFresh: 1_000n }],
    // 0.02 x 500,000 x 0.5
    ['a fixed price in a group', 5_000n, { call: '0.02' }, { calls: 1n }, '0.5'],
    // 0.000001 x 500,000 = 0.5
    ['a call of half a unit', 1n, { call: '0.000001' }, { calls: 1n }],
  ],
  'tiers by the length of the input': [
    // (200,000 x 1.25 + 1,000 x 10) / 2 = (250,000 + 10,000) / 2
    ['exactly at the bound', 130_000n, pro, { inputFresh: 200_000n, outputVisible: 1_000n }],
    // (200,001 x 2.5 + 1,000 x 15) / 2 = (500,002.5 + 15,000) / 2 = 257,501.25
    [
      'one above takes the whole request along',
      257_501n,
      pro,
      { inputFresh: 200_001n, outputVisible: 1_000n },
    ],
    // (150,000 x 2.5 + 50,001 x 0.625) / 2 = (375,000 + 31,250.625) / 2 = 203,125.3125
    ['cached tokens count', 203_125n, pro, { inputFresh: 150_000n, inputCacheRead: 50_001n }],
    // (1,000 x 1.25 + 300,000 x 10) / 2 = (1,250 + 3,000,000) / 2
    ['output does not count', 1_500_625n, pro, { inputFresh: 1_000n, outputVisible: 300_000n }],
    // (200,000 x 2.5 + 1,000 x 0.31) / 2 = (500,000 + 310) / 2
    [
      'a class that the tier leaves out costs what the row says',
      250_155n,
      { ...pro, tiers: [above(200_000n, { input: '2.5' })] },
      { inputFresh: 200_000n, inputCacheRead: 1_000n },
    ],
    // (201,000 x 2.5 + 10 x 10) / 2 = (502,500 + 100) / 2
    [
      'a class that both leave out costs what its nearest costs in the tier',
      251_300n,
      { input: '1.25', output: '10', tiers: [above(200_000n, { input: '2.5' })] },
      { inputFresh: 200_000n, inputCacheRead: 1_000n, outputVisible: 10n },
    ],
    // (100,001 x 6 + 100,000 x 7.5) / 2 = (600,006 + 750,000) / 2
    [
      'cache writes count',
      675_003n,
      { ...claude, tiers: [above(200_000n, { input: '6', cacheWrite: '7.5' })] },
      { inputFresh: 100_001n, inputCacheWrite: 100_000n },
    ],
    // 200,001 x 7.5 / 2 = 750,003.75
    [
      "an hour's writes as those of five minutes in the tier",
      750_004n,
      { input: '3', cacheWrite: '3.75', tiers: [above(200_000n, { input: '6', cacheWrite: '7.5' })] },
      { inputCacheWrite1h: 200_001n },
    ],
    // 200,001 x 2 / 2
    [
      'sound counts',
      200_001n,
      { input: '1', tiers: [above(200_000n, { audioInput: '2' })] },
      { inputAudio: 200_001n },
    ],
    // 200,000 x 2 / 2
    [
      'the lower of two',
      200_000n,
      { input: '1', tiers: [above(256_000n, { input: '4' }), above(128_000n, { input: '2' })] },
      { inputFresh: 200_000n },
    ],
    // 256,001 x 4 / 2
    [
      'the higher of two',
      512_002n,
      { input: '1', tiers: [above(256_000n, { input: '4' }), above(128_000n, { input: '2' })] },
      { inputFresh: 256_001n },
    ],
    // 300,000 x 2.5 / 2 x 0.8
    ['a tier in a group', 300_000n, pro, { inputFresh: 300_000n }, '0.8'],
  ],
  'calls of tools': [
    // 3 x 10 / 1,000 x 500,000
    ['three searches', 15_000n, search, { metered: [used(TOOL_CALL, 3n, 'web_search')] }],
    // 2.5 / 1,000 x 500,000
    ['a search of files', 1_250n, search, { metered: [used(TOOL_CALL, 1n, 'file_search')] }],
    // 1,000 x 3 / 2 + 2 x 10 / 1,000 x 500,000 = 1,500 + 10,000, x 0.8
    [
      'tokens, searches and a ratio',
      9_200n,
      search,
      { inputFresh: 1_000n, metered: [used(TOOL_CALL, 2n, 'web_search')] },
      '0.8',
    ],
    // 2 x 15 / 2
    [
      'a tool without a price',
      15n,
      search,
      { outputVisible: 2n, metered: [used(TOOL_CALL, 7n, 'code_interpreter')] },
    ],
    // 14 / 1,000 x 500,000
    [
      'a grounded answer',
      7_000n,
      { input: '1', metered: per(TOOL_CALL, { google_search: '14' }) },
      { metered: [used(TOOL_CALL, 1n, 'google_search')] },
    ],
    // (1 x 10 + 2 x 2.5) / 1,000 x 500,000
    [
      'two tools',
      7_500n,
      search,
      { metered: [used(TOOL_CALL, 1n, 'web_search'), used(TOOL_CALL, 2n, 'file_search')] },
    ],
  ],
};
