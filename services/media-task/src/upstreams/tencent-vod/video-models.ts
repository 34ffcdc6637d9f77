/** What the vendor says of the models behind `CreateAigcVideoTask`. */
export interface VideoModel {
  /** How its names begin: the vendor's `ModelName`, and the beginning of a `ModelVersion` behind a dash. */
  prefix: string;
  seconds: { usual: number; min: number; max: number } | { usual: number; only: readonly number[] };
  /** The first is what is rendered where nobody says otherwise. */
  resolutions: readonly string[];
  /** Undefined for those that take their shape from an image; the first is the usual one for text. */
  ratios?: readonly string[];
  /** It can make sound. */
  sound?: true;
  scenes?: readonly string[];
  /** Images that it takes as references. */
  references?: number;
  /** It edits films that are at most so long, in seconds: what comes out is as long as what came in. */
  longestEdit?: number;
  /** Takes images as references alone. */
  referencesAlone?: true;
}

const wide = ['16:9', '9:16'];
const five = ['16:9', '9:16', '1:1', '4:3', '3:4'];
const vidu = {
  seconds: { usual: 5, min: 1, max: 10 },
  resolutions: ['720P', '540P', '1080P'],
  ratios: five,
  sound: true,
  scenes: ['template_effect', 'subject_reference'],
  references: 7,
} as const;

/** The narrower ones first. */
const models: readonly VideoModel[] = [
  {
    prefix: 'GV',
    seconds: { usual: 8, only: [8] },
    resolutions: ['720P', '1080P'],
    ratios: wide,
    sound: true,
  },
  {
    prefix: 'Hailuo-H3',
    seconds: { usual: 5, min: 4, max: 15 },
    resolutions: ['768P', '2K'],
    ratios: [...five, '21:9'],
  },
  { prefix: 'Hailuo', seconds: { usual: 6, only: [6, 10] }, resolutions: ['768P', '1080P'] },
  {
    prefix: 'Hunyuan',
    seconds: { usual: 5, only: [5] },
    resolutions: ['720P', '1080P'],
    scenes: ['3d_scene'],
  },
  {
    prefix: 'Jimeng',
    seconds: { usual: 5, only: [5, 10] },
    resolutions: ['720P', '1080P'],
    sound: true,
  },
  {
    prefix: 'Kling',
    seconds: { usual: 5, min: 3, max: 15 },
    resolutions: ['720P', '1080P', '2K', '4K'],
    ratios: ['16:9', '9:16', '1:1'],
    sound: true,
    scenes: ['motion_control', 'avatar_i2v', 'lip_sync'],
    longestEdit: 10,
  },
  { prefix: 'Mingmou', seconds: { usual: 5, only: [5] }, resolutions: ['720P', '1080P'] },
  {
    prefix: 'OS',
    seconds: { usual: 8, only: [4, 8, 12] },
    resolutions: ['720P'],
    ratios: wide,
    sound: true,
  },
  {
    prefix: 'PixVerse',
    seconds: { usual: 5, min: 1, max: 15 },
    resolutions: ['720P', '540P', '1080P', '2K', '4K'],
    ratios: [...five, '2:3', '3:2', '21:9'],
  },
  {
    prefix: 'Seedance',
    seconds: { usual: 5, min: 4, max: 12 },
    resolutions: ['720P', '480P', '1080P'],
  },
  { ...vidu, prefix: 'Vidu-q3-mix', referencesAlone: true },
  { ...vidu, prefix: 'Vidu-q3-drama', referencesAlone: true },
  { ...vidu, prefix: 'Vidu' },
];

/** Of a model that the vendor has added since: it says itself what it does not take. */
const anyModel: VideoModel = {
  prefix: '',
  seconds: { usual: 5, min: 1, max: 15 },
  resolutions: ['720P', '480P', '540P', '768P', '1080P', '2K', '4K'],
  ratios: [...five, '2:3', '3:2', '21:9'],
};

export function findVideoModel(upstreamModel: string): VideoModel {
  const name = upstreamModel.toLowerCase();
  return models.find(({ prefix }) => name.startsWith(prefix.toLowerCase())) ?? anyModel;
}
