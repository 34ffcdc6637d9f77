/** What the vendor says about the models behind `CreateAigcVideoTask`. Rows without ratios or scenes take none. */
export interface VideoModel {
  versions: readonly string[];
  /** Seconds that may be asked for; the first is the default. */
  seconds: readonly number[];
  /** Versions that take others. */
  secondsOf?: Readonly<Record<string, readonly number[]>>;
  resolutions: readonly string[];
  ratios?: readonly string[];
  scenes?: readonly string[];
}

const wide = ['16:9', '9:16'];
const five = ['16:9', '9:16', '1:1', '4:3', '3:4'];

export const videoModels: Record<string, VideoModel> = {
  GV: {
    versions: ['3.1', '3.1-fast', '3.1-lite'],
    seconds: [8],
    resolutions: ['720P', '1080P'],
    ratios: wide,
  },
  Hailuo: {
    versions: ['02', '2.3', '2.3-fast', 'H3'],
    seconds: [6, 10],
    secondsOf: { H3: [5, ...upTo(4, 15)] },
    resolutions: ['768P', '1080P', '2K'],
    ratios: [...five, '21:9'],
  },
  Hunyuan: {
    versions: ['1.5', '3d_2.0'],
    seconds: [5],
    resolutions: ['720P', '1080P'],
    scenes: ['3d_scene'],
  },
  Jimeng: { versions: ['3.0pro'], seconds: [5, 10], resolutions: ['720P', '1080P'] },
  Kling: {
    versions: ['1.6', '2.0', '2.1', '2.5', '2.6', 'O1', '3.0', '3.0-Omni', '3.0-turbo'],
    seconds: [5, ...upTo(3, 15)],
    resolutions: ['720P', '1080P', '2K', '4K'],
    ratios: ['16:9', '9:16', '1:1'],
    scenes: ['motion_control', 'avatar_i2v', 'lip_sync'],
  },
  Mingmou: { versions: ['1.0'], seconds: [5], resolutions: ['720P', '1080P'] },
  OS: { versions: ['2.0'], seconds: [8, 4, 12], resolutions: ['720P'], ratios: wide },
  PixVerse: {
    versions: ['v5.6', 'v6', 'c1'],
    seconds: [5, ...upTo(1, 15)],
    resolutions: ['720P', '540P', '1080P', '2K', '4K'],
    ratios: [...five, '2:3', '3:2', '21:9'],
  },
  Seedance: {
    versions: ['1.0-pro', '1.0-lite-i2v', '1.0-pro-fast', '1.5-pro'],
    seconds: [5, ...upTo(4, 12)],
    resolutions: ['720P', '480P', '1080P'],
  },
  Vidu: {
    versions: ['q2', 'q2-pro', 'q2-turbo', 'q3', 'q3-pro', 'q3-turbo', 'q3-mix', 'q3-drama'],
    seconds: [5, ...upTo(1, 10)],
    resolutions: ['720P', '540P', '1080P'],
    ratios: five,
    scenes: ['template_effect', 'subject_reference'],
  },
};

export function secondsOf({ seconds, secondsOf: others }: VideoModel, version: string): readonly number[] {
  return others?.[version] ?? seconds;
}

/** Versions that only take files as a reference. */
export const referenceOnly: readonly string[] = ['q3-mix', 'q3-drama'];

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
