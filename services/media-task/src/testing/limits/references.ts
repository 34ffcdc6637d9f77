import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Reference } from '../../families/wish.ts';
import { type Cell, refused, taken } from './cell.ts';
import { addressesOf, addressOfFilm, addressOfSized, dataUrlOf } from './files.ts';

interface Count {
  family: string;
  traits?: Partial<Media>;
  member: string;
  kind: Reference['kind'];
  most: number;
  /** Beside which it is taken. */
  beside?: object;
  /** Whose bound it is: else the family's. */
  by?: Cell['by'];
}

const picture = { referenceImages: addressesOf('image', 1) };

const counts: readonly Count[] = [
  { family: 'V2', member: 'images', kind: 'image', most: 3 },
  { family: 'V4', member: 'images', kind: 'image', most: 5 },
  { family: 'V5', traits: { tier: 'standard' }, member: 'referenceImages', kind: 'image', most: 5 },
  { family: 'V5', traits: { tier: 'standard' }, member: 'referenceVideos', kind: 'video', most: 0 },
  {
    family: 'V5',
    traits: { tier: 'standard' },
    member: 'referenceAudios',
    kind: 'audio',
    most: 3,
    beside: picture,
  },
  { family: 'V5', traits: { tier: 'pro' }, member: 'referenceImages', kind: 'image', most: 9 },
  { family: 'V5', traits: { tier: 'pro' }, member: 'referenceVideos', kind: 'video', most: 1 },
  {
    family: 'V5',
    traits: { tier: 'pro' },
    member: 'referenceAudios',
    kind: 'audio',
    most: 3,
    beside: picture,
  },
  { family: 'V6', member: 'referenceImages', kind: 'image', most: 30 },
  { family: 'V6', member: 'referenceVideos', kind: 'video', most: 10 },
  { family: 'V6', member: 'referenceAudios', kind: 'audio', most: 10 },
  { family: 'V8', member: 'reference_image_urls', kind: 'image', most: 9 },
  { family: 'V8', member: 'reference_video_urls', kind: 'video', most: 3 },
  { family: 'V8', member: 'reference_audio_urls', kind: 'audio', most: 3 },
  { family: 'V10', member: 'images', kind: 'image', most: 3, by: 'vendor' },
];

/** The member that a refusal names, where it is not the one that was given. */
const namedInstead: Record<string, string> = { V2: 'input_reference' };

/** 15 MB. */
const largestFilm = 15 * 1_024 * 1_024;

const parts = (kind: Reference['kind'], urls: readonly string[]) => ({
  content: urls.map((url) => ({ type: `${kind}_url`, [`${kind}_url`]: { url }, role: `reference_${kind}` })),
});

const partCounts = [
  ['image', 9],
  ['video', 3],
  ['audio', 3],
] as const;

/** Of two to five seconds. */
const pro = { traits: { tier: 'pro' } };
const filmLengths: readonly Cell[] = [
  ...[2_000, 2_001, 4_999, 5_000].map((ms) => {
    return taken('V5', { referenceVideos: [addressOfFilm(ms)] }, { video: 1 }, pro);
  }),
  ...[1_999, 5_001].map((ms) => {
    const says = ['referenceVideos[0]', `${ms / 1_000} seconds`, '2 to 5 seconds'];
    return refused('V5', { referenceVideos: [addressOfFilm(ms)] }, 'referenceVideos[0]', { ...pro, says });
  }),
];

export const references: readonly Cell[] = [
  ...counts.flatMap(({ family, traits = {}, member, kind, most, beside = {}, by = 'gateway' }) => {
    const bodyOf = (count: number) => ({ ...beside, [member]: addressesOf(kind, count) });
    return [
      ...[most - 1, most]
        .filter((count) => count > 0)
        .map((count) => taken(family, bodyOf(count), { [kind]: count }, { traits })),
      refused(family, bodyOf(most + 1), namedInstead[family] ?? member, {
        traits,
        by,
        says: [String(most + 1)],
      }),
    ];
  }),
  ...partCounts.flatMap(([kind, most]) => [
    ...[most - 1, most].map((count) => taken('V7', parts(kind, addressesOf(kind, count)), { [kind]: count })),
    refused('V7', parts(kind, addressesOf(kind, most + 1)), 'content', { says: [String(most + 1)] }),
    refused('V7', parts(kind, [dataUrlOf(kind)]), 'content', { says: ['base64'] }),
  ]),
  ...['pro', 'standard'].flatMap((tier) => {
    const sound = { referenceAudios: addressesOf('audio', 1) };
    return [
      refused('V5', sound, 'referenceAudios', { traits: { tier }, says: ['at least one image'] }),
      taken('V5', { ...sound, ...picture }, { image: 1, audio: 1 }, { traits: { tier } }),
    ];
  }),
  taken(
    'V5',
    { first_image: addressesOf('image', 1)[0], referenceAudios: addressesOf('audio', 1) },
    { image: 1, audio: 1 },
    { by: 'gateway' },
  ),
  ...[largestFilm - 1, largestFilm].map((size) =>
    taken('V4', { video_url: addressOfSized(size) }, { video: 1, bytes: size }),
  ),
  taken('V4', { video: dataUrlOf('video', largestFilm) }, { video: 1, bytes: largestFilm }),
  refused('V4', { video: dataUrlOf('video', largestFilm + 1) }, 'video', { says: [String(largestFilm + 1)] }),
  refused('V4', { input_video: addressOfSized(largestFilm + 1) }, 'video', {
    by: 'vendor',
    says: [String(largestFilm + 1)],
  }),
  ...filmLengths,
  refused('V6', { referenceImages: [dataUrlOf('image')] }, 'referenceImages'),
  refused('V6', { referenceVideos: [dataUrlOf('video')] }, 'referenceVideos'),
  refused('V6', { referenceAudios: [dataUrlOf('audio')] }, 'referenceAudios'),
  refused('V8', { first_image: dataUrlOf('image') }, 'first_image'),
  taken('V1', { images: [dataUrlOf('image')] }, { image: 1 }),
  refused('V1', { images: addressesOf('image', 2) }, 'input_reference', { says: ['at most 1'] }),
  taken('V3', { images: addressesOf('image', 1) }, { image: 1 }, { traits: { variant: 'single_image' } }),
  refused('V3', { images: addressesOf('image', 2) }, 'images', { traits: { variant: 'single_image' } }),
  taken('V11', { image: addressesOf('image', 1) }, { image: 1 }),
  refused('V11', { image: addressesOf('image', 2) }, 'image'),
];
