/** What the vendor says of a model of videos. */
export interface FilmModel {
  /** How its name begins. */
  name: string;
  seconds: readonly number[];
  modes: readonly string[];
  hasSound: boolean;
  /** Takes `cfg_scale`; those after the first generation do not. */
  hasScale: boolean;
  /** Lengths from a text or a first frame alone, where they are fewer. */
  plainSeconds?: readonly number[];
}

const fiveOrTen = [5, 10];
const threeToFifteen = Array.from({ length: 13 }, (_, index) => index + 3);
const both = ['std', 'pro'];
const all = [...both, '4k'];

/** The narrower names first. */
const models: readonly FilmModel[] = [
  { name: 'kling-v1', seconds: fiveOrTen, modes: both, hasSound: false, hasScale: true },
  { name: 'kling-v2-6', seconds: fiveOrTen, modes: both, hasSound: true, hasScale: false },
  { name: 'kling-v2', seconds: fiveOrTen, modes: both, hasSound: false, hasScale: false },
  {
    ...{ name: 'kling-video-o1', seconds: threeToFifteen.slice(0, 8), plainSeconds: fiveOrTen },
    ...{ modes: both, hasSound: false, hasScale: false },
  },
  { name: 'kling-v3', seconds: threeToFifteen, modes: all, hasSound: true, hasScale: false },
];
const anyModel: FilmModel = { name: '', seconds: threeToFifteen, modes: all, hasSound: true, hasScale: true };

export function filmModelOf(upstreamModel: string): FilmModel {
  return models.find(({ name }) => upstreamModel.startsWith(name)) ?? anyModel;
}
