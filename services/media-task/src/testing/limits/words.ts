import { type Cell, refused, taken } from './cell.ts';

const ratios = [
  { family: 'V3', member: 'aspect_ratio', words: ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'] },
  { family: 'V4', member: 'aspect_ratio', words: ['16:9', '9:16'] },
  { family: 'V5', member: 'ratio', words: ['16:9', '9:16', '1:1', '21:9', '4:3', '3:4'] },
  { family: 'V6', member: 'ratio', words: ['16:9', '9:16', '1:1', '21:9'] },
  { family: 'V7', member: 'ratio', words: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'] },
  { family: 'V8', member: 'aspect_ratio', words: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'] },
] as const;

/** All that some family takes, and some that none does. */
const everyRatio = [...new Set<string>(ratios.flatMap(({ words }) => words)), '5:4', '9:21', '16-9'];

const resolutions = [
  { family: 'V2', words: ['720p', '1080p', '4k'], sent: ['720p', '1080p', '4k'] },
  { family: 'V3', words: ['480p', '720p', '1080p'], sent: ['480p', '720p', '1080p'] },
  { family: 'V4', words: ['360p', '720p', '1080p', '4k'], sent: ['720p'] },
  { family: 'V5', words: ['768P', '2K'], sent: ['768P', '2K'] },
  { family: 'V6', words: ['480p', '720p'], sent: ['480p', '720p'] },
  { family: 'V7', words: ['480P', '720P'], sent: ['480p', '720p'] },
  { family: 'V8', words: ['480p', '720p', '1080p'], sent: ['480p', '720p', '1080p'] },
] as const;

const everyResolution = ['360p', '480p', '512P', '720p', '768P', '1080p', '1K', '2K', '4K'];

export const words: readonly Cell[] = [
  ...ratios.flatMap(({ family, member, words: known }) => [
    ...known.map((ratio) => taken(family, { [member]: ratio }, { ratio })),
    ...everyRatio
      .filter((ratio) => !known.some((word) => word === ratio))
      .map((ratio) => refused(family, { [member]: ratio }, member, { says: [member, ratio, ...known] })),
  ]),
  ...resolutions.flatMap(({ family, words: known, sent }) => [
    ...sent.flatMap((resolution) => [
      taken(family, { resolution: resolution.toUpperCase() }, { resolution }),
      taken(family, { resolution: resolution.toLowerCase() }, { resolution }),
    ]),
    ...everyResolution
      .filter((word) => !known.some((one) => one.toLowerCase() === word.toLowerCase()))
      .map((resolution) => refused(family, { resolution }, 'resolution', { says: [resolution, ...known] })),
  ]),
  taken('V5', {}, { resolution: '768P' }),
  taken('V5', {}, { resolution: '768P' }, { by: 'gateway' }),
  taken('V5', { video_resolution: '2k' }, { resolution: '2K' }),
  ...[2_047, 2_048, 2_049].map((width) =>
    taken('V5', { size: `${width}x1152` }, { resolution: width < 2_048 ? '768P' : '2K' }),
  ),
  refused('V5', { size: 'large' }, 'size'),
  taken('V11', {}, { resolution: '720p' }, { traits: { resolution: '720p' } }),
  taken('V11', { resolution: '720P' }, { resolution: '720p' }, { traits: { resolution: '720p' } }),
  ...['480p', '1080p'].map((resolution) =>
    refused('V11', { resolution }, 'resolution', { traits: { resolution: '720p' } }),
  ),
];
