/** What the vendor says about a model of films. */
export interface FilmModel {
  seconds: readonly string[];
  modes: readonly string[];
  hasSound: boolean;
  /** Takes `cfg_scale`; those after the first generation do not. */
  hasScale: boolean;
}

const five = ['5', '10'];
const threeToFifteen = Array.from({ length: 13 }, (_, index) => String(index + 3));
const both = ['std', 'pro'];
const first: FilmModel = { seconds: five, modes: both, hasSound: false, hasScale: true };
const second: FilmModel = { seconds: five, modes: both, hasSound: false, hasScale: false };
const third: FilmModel = { seconds: threeToFifteen, modes: [...both, '4k'], hasSound: true, hasScale: false };

export const filmModels: Record<string, FilmModel> = {
  'kling-v1': first,
  'kling-v1-5': first,
  'kling-v1-6': first,
  'kling-v2-master': second,
  'kling-v2-1': second,
  'kling-v2-1-master': second,
  'kling-v2-5-turbo': second,
  'kling-v2-6': { ...second, hasSound: true },
  'kling-v3': third,
};

/** Models of films that are made of whatever the prompt speaks of. */
export const omniModels: Record<string, FilmModel> = {
  'kling-video-o1': { ...third, seconds: threeToFifteen.slice(0, 8), modes: both, hasSound: false },
  'kling-v3-omni': third,
};

/** Models that take the motion of another film. */
export const motionModels: Record<string, FilmModel> = {
  'kling-v2-6': { ...second, hasSound: true },
  'kling-v3': { ...third, modes: both },
};

export const imageModels: readonly string[] = [
  ...['kling-v1', 'kling-v1-5', 'kling-v2', 'kling-v2-new', 'kling-v2-1', 'kling-v3'],
  ...['kling-image-o1', 'kling-v3-omni'],
];
