import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { per, type Tables, used } from './case.ts';

const { AUDIO_INPUT_MINUTE, AUDIO_OUTPUT_MINUTE, CHARACTER, IMAGE, IMAGE_OUTPUT_TOKEN, SECOND } = MeteredUnit;

const scribe = { metered: per(AUDIO_INPUT_MINUTE, { '': '0.006' }) };
const pixels = { '1024x1024:high': '0.17', '1024x1024': '0.04' };

/** Prices of what is not counted in tokens. */
export const units: Tables = {
  'seconds and images': [
    // 8 x 0.10 x 500,000
    [
      'eight seconds',
      400_000n,
      { metered: per(SECOND, { '': '0.10' }) },
      { metered: [used(SECOND, 8_000n)] },
    ],
    // 4.5 x 0.08 x 500,000
    [
      'four and a half seconds',
      180_000n,
      { metered: per(SECOND, { '': '0.08' }) },
      { metered: [used(SECOND, 4_500n)] },
    ],
    // 0.001 x 0.05 x 500,000
    [
      'a thousandth of a second',
      25n,
      { metered: per(SECOND, { '': '0.05' }) },
      { metered: [used(SECOND, 1n)] },
    ],
    // 5 x 0.16 x 500,000
    [
      'by resolution',
      400_000n,
      { metered: per(SECOND, { '768P': '0.08', '2K': '0.16' }) },
      { metered: [used(SECOND, 5_000n, '2K')] },
    ],
    // 1 x 0.1 x 500,000
    [
      'a resolution like any other',
      50_000n,
      { metered: per(SECOND, { '': '0.1', '4K': '0.3' }) },
      { metered: [used(SECOND, 1_000n, '720p')] },
    ],
    // 2 x 0.03 x 500,000
    [
      'two images',
      30_000n,
      { metered: per(IMAGE, { '1K': '0.03', '2K': '0.05' }) },
      { metered: [used(IMAGE, 2n, '1K')] },
    ],
    // 0.17 x 500,000
    [
      'an image by size and quality',
      85_000n,
      { metered: per(IMAGE, pixels) },
      { metered: [used(IMAGE, 1n, '1024x1024:high')] },
    ],
    // 0.04 x 500,000
    [
      'an image by its size alone',
      20_000n,
      { metered: per(IMAGE, pixels) },
      { metered: [used(IMAGE, 1n, '1024x1024:low')] },
    ],
    // (1,120 x 120 + 30 x 12) / 2
    [
      'an image by its tokens, and words beside it',
      67_380n,
      { output: '12', metered: per(IMAGE_OUTPUT_TOKEN, { '': '120' }) },
      { outputVisible: 30n, metered: [used(IMAGE, 1n, '1K'), used(IMAGE_OUTPUT_TOKEN, 1_120n)] },
    ],
    // 4 x 0.04 x 500,000 x 0.8
    [
      'four images in a group',
      64_000n,
      { metered: per(IMAGE, { '': '0.04' }) },
      { metered: [used(IMAGE, 4n, '512x512:low')] },
      '0.8',
    ],
  ],
  'characters and minutes': [
    // 1,234 x 15 / 2
    ['characters', 9_255n, { metered: per(CHARACTER, { '': '15' }) }, { metered: [used(CHARACTER, 1_234n)] }],
    // 15 / 2 = 7.5
    ['one character', 8n, { metered: per(CHARACTER, { '': '15' }) }, { metered: [used(CHARACTER, 1n)] }],
    // 1.5 x 0.006 x 500,000
    ['a minute and a half', 4_500n, scribe, { metered: [used(AUDIO_INPUT_MINUTE, 90_000n)] }],
    // 10 / 60,000 x 0.006 x 500,000 = 0.5
    ['ten milliseconds are half a unit', 1n, scribe, { metered: [used(AUDIO_INPUT_MINUTE, 10n)] }],
    // 9 / 60,000 x 0.006 x 500,000 = 0.45
    ['nine milliseconds are less than half', 0n, scribe, { metered: [used(AUDIO_INPUT_MINUTE, 9n)] }],
    // 20 / 60,000 x 0.01 x 500,000 = 1.666...
    [
      'a third that no decimal holds',
      2n,
      { metered: per(AUDIO_OUTPUT_MINUTE, { '': '0.01' }) },
      { metered: [used(AUDIO_OUTPUT_MINUTE, 20n)] },
    ],
    // (1 x 0.06 + 0.5 x 0.24) x 500,000 = 0.18 x 500,000
    [
      'heard and said',
      90_000n,
      { metered: [...per(AUDIO_INPUT_MINUTE, { '': '0.06' }), ...per(AUDIO_OUTPUT_MINUTE, { '': '0.24' })] },
      { metered: [used(AUDIO_INPUT_MINUTE, 60_000n), used(AUDIO_OUTPUT_MINUTE, 30_000n)] },
    ],
    // 900 x 6 / 2
    [
      'minutes of a model that is priced by tokens',
      2_700n,
      { input: '2.5', audioInput: '6' },
      { inputAudio: 900n, metered: [used(AUDIO_INPUT_MINUTE, 30_000n)] },
    ],
  ],
};
