import { above, type Tables } from './case.ts';

const gpt = { input: '2.5', cacheRead: '1.25', output: '10' };
const mini = { input: '1.25', cacheRead: '0.125', output: '10' };
const claude = { input: '3', cacheRead: '0.3', cacheWrite: '3.75', cacheWrite1h: '6', output: '15' };
const flash = { input: '0.3', cacheRead: '0.075', audioInput: '1', output: '2.5' };
const realtime = { input: '4', cacheRead: '0.4', audioInput: '32', output: '16', audioOutput: '64' };
const pro = {
  input: '1.25',
  cacheRead: '0.31',
  output: '10',
  tiers: [above(200_000n, { input: '2.5', cacheRead: '0.625', output: '15' })],
};

/** Prices by classes of tokens, as vendors report them. */
export const tokens: Tables = {
  'classes of tokens': [
    // 1,000,000 x 1 / 2
    ['a million tokens of one dollar', 500_000n, { input: '1' }, { inputFresh: 1_000_000n }],
    // (1,000 x 0.15 + 500 x 0.60) / 2 = (150 + 300) / 2
    [
      'input and output',
      225n,
      { input: '0.15', output: '0.60' },
      { inputFresh: 1_000n, outputVisible: 500n },
    ],
    // 2,000 x 0.15 / 2
    ['cache reads as input where they have no price', 150n, { input: '0.15' }, { inputCacheRead: 2_000n }],
    // 400 x 3 / 2
    ['cache writes as input where they have no price', 600n, { input: '3' }, { inputCacheWrite: 400n }],
    // 1,500 x 3.75 / 2 = 2,812.5
    [
      "an hour's writes as those of five minutes",
      2_813n,
      { input: '3', cacheWrite: '3.75' },
      { inputCacheWrite1h: 1_500n },
    ],
    // 1,500 x 3 / 2
    [
      "an hour's writes as input where neither has a price",
      2_250n,
      { input: '3' },
      { inputCacheWrite1h: 1_500n },
    ],
    // (100 x 8 + 300 x 12) / 2 = (800 + 3,600) / 2
    [
      'reasoning by its own price',
      2_200n,
      { output: '8', reasoning: '12' },
      { outputVisible: 100n, outputReasoning: 300n },
    ],
    // (100 + 300) x 8 / 2
    [
      'reasoning as output where it has no price',
      1_600n,
      { output: '8' },
      { outputVisible: 100n, outputReasoning: 300n },
    ],
    // ((100 + 40) x 4 + 30 x 16) / 2 = (560 + 480) / 2
    [
      'sound and images as text where they have no price',
      520n,
      { input: '4', output: '16' },
      { inputAudio: 100n, inputImage: 40n, outputAudio: 30n },
    ],
    // (500 x 5 + 1,290 x 10) / 2 = (2,500 + 12,900) / 2
    [
      'image tokens by their own price',
      7_700n,
      { input: '5', imageInput: '10' },
      { inputFresh: 500n, inputImage: 1_290n },
    ],
    // 255 x 2.5 / 2 = 318.75
    ['an image of three tiles as text', 319n, gpt, { inputImage: 255n }],
    ['nothing at all', 0n, { input: '3', call: '1' }, {}],
  ],
  'what vendors report': [
    // chat, 1,000 in of which 400 cached, 200 out of which 50 reasoning: (600 x 2.5 + 400 x 1.25 + 150 x 10 + 50 x 10) / 2
    // = (1,500 + 500 + 1,500 + 500) / 2; cached tokens counted twice would make it 2,500
    [
      'chat: cached tokens are counted once',
      2_000n,
      gpt,
      { inputFresh: 600n, inputCacheRead: 400n, outputVisible: 150n, outputReasoning: 50n },
    ],
    // 400 x 1.25 / 2
    ['chat: all of the input cached', 250n, gpt, { inputCacheRead: 400n }],
    // deepseek, 1,000 in of which 960 hit: (40 x 0.28 + 960 x 0.028) / 2 = (11.2 + 26.88) / 2 = 19.04
    [
      'chat: cache hits of another vendor',
      19n,
      { input: '0.28', cacheRead: '0.028' },
      { inputFresh: 40n, inputCacheRead: 960n },
    ],
    // 2,000 in of which 1,536 cached, 300 out of which 256 reasoning: (464 x 1.25 + 1,536 x 0.125 + 44 x 10 + 256 x 10) / 2
    // = (580 + 192 + 440 + 2,560) / 2; reasoning beside the output instead of within it would make it 3,166
    [
      'responses: reasoning is within the output',
      1_886n,
      mini,
      { inputFresh: 464n, inputCacheRead: 1_536n, outputVisible: 44n, outputReasoning: 256n },
    ],
    // (300 x 1.25 + 16 x 10) / 2 = (375 + 160) / 2 = 267.5
    ['responses: incomplete', 268n, mini, { inputFresh: 300n, outputVisible: 16n }],
    // 300 x 1.25 / 2 = 187.5
    ['responses: failed after reading', 188n, mini, { inputFresh: 300n }],
    // (100 x 3 + 5,000 x 0.3 + 2,000 x 3.75 + 400 x 15) / 2 = (300 + 1,500 + 7,500 + 6,000) / 2
    [
      'messages: the cache is outside of the input',
      7_650n,
      claude,
      { inputFresh: 100n, inputCacheRead: 5_000n, inputCacheWrite: 2_000n, outputVisible: 400n },
    ],
    // (500 x 3.75 + 1,500 x 6) / 2 = (1,875 + 9,000) / 2 = 5,437.5
    [
      "messages: an hour's writes by their own price",
      5_438n,
      claude,
      { inputCacheWrite: 500n, inputCacheWrite1h: 1_500n },
    ],
    // (100 + 300) x 15 / 2
    [
      'messages: thinking is within the output',
      3_000n,
      claude,
      { outputVisible: 100n, outputReasoning: 300n },
    ],
    // 500 + 100 of tools in, 120 and 380 thoughts out: (600 x 0.3 + 120 x 2.5 + 380 x 2.5) / 2 = (180 + 300 + 950) / 2
    [
      'gemini: thoughts and results of tools',
      715n,
      flash,
      { inputFresh: 600n, outputVisible: 120n, outputReasoning: 380n },
    ],
    // (1,000 x 1 + 200 x 0.3) / 2 = (1,000 + 60) / 2
    ['gemini: sound beside text', 530n, flash, { inputAudio: 1_000n, inputFresh: 200n }],
    // (100 x 0.3 + 900 x 0.075) / 2 = (30 + 67.5) / 2 = 48.75
    ['gemini: cached content', 49n, flash, { inputFresh: 100n, inputCacheRead: 900n }],
    // 25 x 1.25 / 2 = 15.625
    ['gemini: a blocked prompt that is counted', 16n, pro, { inputFresh: 25n }],
    // (120 x 4 + 600 x 32 + 1,000 x 0.4 + 80 x 16 + 300 x 64) / 2 = (480 + 19,200 + 400 + 1,280 + 19,200) / 2
    [
      'realtime: sound, text and what is cached',
      20_280n,
      realtime,
      { inputFresh: 120n, inputAudio: 600n, inputCacheRead: 1_000n, outputVisible: 80n, outputAudio: 300n },
    ],
    // (5,000 x 0.4 + 40 x 64) / 2 = (2,000 + 2,560) / 2; cached sound as sound would make it 81,280
    ['realtime: cached sound is cached', 2_280n, realtime, { inputCacheRead: 5_000n, outputAudio: 40n }],
    // no usage, no call
    ['a stream that broke off before any output', 0n, { ...gpt, call: '0.01' }, {}],
    // (50 x 2.5 + 30 x 10) / 2 = (125 + 300) / 2 = 212.5
    ['a stream that was left, counted from what came', 213n, gpt, { inputFresh: 50n, outputVisible: 30n }],
  ],
};
