/** What one generation of models takes. */
export interface Limits {
  /** Of a name, without the maker's prefix. */
  pattern: RegExp;
  shortest: number;
  longest: number;
  resolutions: readonly string[];
  images: number;
  videos: number;
  sounds: number;
  /** Whether sounds may come without pictures and films. */
  soundAlone: boolean;
}

const frames = { images: 0, videos: 0, sounds: 0, soundAlone: false };
const references = { images: 9, videos: 3, sounds: 3, soundAlone: false };
const usual = ['480p', '720p', '1080p'];

const generations: readonly Limits[] = [
  {
    ...{ pattern: /seedance-2-5/, shortest: 4, longest: 30, resolutions: ['480p', '720p'] },
    ...{ images: 30, videos: 10, sounds: 10, soundAlone: true },
  },
  { pattern: /seedance-2-0-fast/, shortest: 4, longest: 15, resolutions: ['480p', '720p'], ...references },
  { pattern: /seedance-1-5/, shortest: 4, longest: 12, resolutions: usual, ...frames },
  { pattern: /seedance-1-0-lite/, shortest: 2, longest: 12, resolutions: usual, ...frames, images: 4 },
  { pattern: /seedance-1-0/, shortest: 2, longest: 12, resolutions: usual, ...frames },
];

const newest: Limits = { pattern: /./, shortest: 4, longest: 15, resolutions: usual, ...references };

/** The limits of a model. Names of no known generation are those of endpoints, which lead to Seedance 2.0. */
export function limitsOf(model: string): Limits {
  return generations.find(({ pattern }) => pattern.test(model)) ?? newest;
}

export const ratios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'];
