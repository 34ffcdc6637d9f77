/** What Wan's models and HappyHorse's render, by their names: `wan2.6-i2v-flash`, `happyhorse-1.0-i2v`. */
export interface WanModel {
  /** From text, from a first frame, from two frames; undefined for a name that does not say it. */
  from: 't2v' | 'i2v' | 'kf2v' | undefined;
  seconds: readonly number[];
  resolutions: readonly string[];
  longestPrompt: number;
  /** HappyHorse, and Wan from 2.7 on: told a resolution and a ratio where older ones are told a size, and frames as a list. */
  isNewer: boolean;
  /** In that list; HappyHorse takes a first one alone. */
  takesLastFrame: boolean;
}

const all = ['480p', '720p', '1080p'];

interface Generation extends Omit<WanModel, 'from' | 'isNewer' | 'takesLastFrame'> {
  /** What its `plus` models render, where that is less. */
  plus?: readonly string[];
}

const generations: Record<string, Generation> = {
  '2.1': { seconds: [5], resolutions: ['480p', '720p'], plus: ['720p'], longestPrompt: 800 },
  '2.2': { seconds: [5], resolutions: all, plus: ['480p', '1080p'], longestPrompt: 800 },
  '2.5': { seconds: [5, 10], resolutions: all, longestPrompt: 1_500 },
  '2.6': { seconds: upTo(2, 15), resolutions: ['720p', '1080p'], longestPrompt: 1_500 },
  '2.7': { seconds: upTo(2, 15), resolutions: ['720p', '1080p'], longestPrompt: 5_000 },
  // Source: https://www.alibabacloud.com/help/en/model-studio/wan3-video-generation-api-reference.
  '3.0': { seconds: upTo(2, 30), resolutions: all, longestPrompt: 20_000 },
};
/** Source: https://www.alibabacloud.com/help/en/model-studio/happyhorse-image-to-video-api-reference, and that for texts. */
const happyHorse: Generation = {
  seconds: upTo(3, 15),
  resolutions: ['720p', '1080p'],
  longestPrompt: 5_000,
};
const anyGeneration: Generation = { seconds: upTo(2, 15), resolutions: all, longestPrompt: 1_500 };

export function findWanModel(name: string): WanModel {
  const [, version = ''] = /^wanx?(\d+\.\d+)-/.exec(name) ?? [];
  const words = name.split('-');
  const from = (['t2v', 'i2v', 'kf2v'] as const).find((word) => words.includes(word));
  const isHappyHorse = words[0] === 'happyhorse';
  const { plus, ...model } = isHappyHorse ? happyHorse : (generations[version] ?? anyGeneration);
  const takesLastFrame = Number(version) >= 2.7;
  return {
    ...model,
    ...(plus && words.includes('plus') && { resolutions: plus }),
    from,
    isNewer: isHappyHorse || takesLastFrame,
    takesLastFrame,
  };
}

/** What is rendered from text has one of these sizes, by resolution and ratio. */
export const wanSizes: Record<string, Record<string, string>> = {
  '480p': { '16:9': '832x480', '9:16': '480x832', '1:1': '624x624' },
  '720p': {
    '16:9': '1280x720',
    '9:16': '720x1280',
    '1:1': '960x960',
    '4:3': '1088x832',
    '3:4': '832x1088',
  },
  '1080p': {
    '16:9': '1920x1080',
    '9:16': '1080x1920',
    '1:1': '1440x1440',
    '4:3': '1632x1248',
    '3:4': '1248x1632',
  },
};

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
