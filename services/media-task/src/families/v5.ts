import type { Family } from './family.ts';
import { type Fields, readPrompt, readText } from './fields.ts';
import { readChoice, readFirstChoice } from './members/choice.ts';
import { limitFrames, limitReferences, requireImageForSound } from './members/limit-references.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { nearestRatio } from './nearest-ratio.ts';
import { refuse, show } from './refuse.ts';
import { readSize } from './size.ts';
import type { Reference } from './wish.ts';

const ratios = ['16:9', '9:16', '1:1', '21:9', '4:3', '3:4'];
const resolutions = ['768P', '2K'];
const defaultResolution = '768P';
const longEdgeOf2K = 2_048;
const pixels = /^\d+x\d+$/i;

/** Films that come along: the pro tier alone takes one. */
const filmLengthMs = { min: 2_000, max: 5_000 };

/** What the two tiers take beside frames. */
const tiers = {
  standard: { image: 5, video: 0, audio: 3 },
  pro: { image: 9, video: 1, audio: 3 },
};

const members = [
  ['first_image', 'image', 'first_frame'],
  ['last_image', 'image', 'last_frame'],
  ['referenceImages', 'image', 'reference'],
  ['referenceVideos', 'video', 'reference'],
  ['referenceAudios', 'audio', 'reference'],
] as const;

/** Frames, or references of three kinds; billed by the second. */
export const v5: Family = {
  name: 'V5',
  takesForms: false,
  read(fields, { tier }) {
    refuseUnread(
      fields,
      members.map(([name]) => name),
    );
    const references = withoutRepeats(
      members.flatMap(([name, kind, role]) => readReferences(fields, name, { kind, role })),
    );
    limitFrames(references, { first_frame: 'first_image', last_frame: 'last_image' });
    limitReferences(references, {
      names: { image: 'referenceImages', video: 'referenceVideos', audio: 'referenceAudios' },
      most: tier === 'pro' ? tiers.pro : tiers.standard,
    });
    requireImageForSound(references, 'referenceAudios');
    const secondsMs = readSeconds(fields, { native: 'duration', min: 4, max: 15 });
    const ratio = readChoice(fields, 'ratio', ratios) ?? ratioIn(fields, references);
    return {
      prompt: readPrompt(fields),
      references: references.map((one) => (one.kind === 'video' ? { ...one, lengthMs: filmLengthMs } : one)),
      ...(secondsMs !== undefined && { secondsMs }),
      ...(ratio !== undefined && { ratio }),
      resolution: readResolution(fields),
      options: {},
    };
  },
};

/** That of a size in pixels. A film of frames has theirs. */
function ratioIn(fields: Fields, references: readonly Reference[]): string | undefined {
  const isOfFrames = references.some(({ role }) => role !== 'reference');
  if (isOfFrames || !pixels.test(readText(fields, 'size') ?? '')) return undefined;
  const size = readSize(fields);
  return size && nearestRatio(size, ratios);
}

/** Under whichever of its names is given first; `size` may say it in pixels. */
function readResolution(fields: Fields): string {
  const named = readFirstChoice(fields, ['resolution', 'video_resolution'], resolutions);
  if (named !== undefined) return named;
  const text = readText(fields, 'size');
  if (text === undefined) return defaultResolution;
  const word = resolutions.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (word !== undefined) return word;
  if (!pixels.test(text)) {
    refuse(
      'size',
      `size is ${show(text)}; it must be one of ${resolutions.join(', ')}, or pixels such as 1366x768.`,
    );
  }
  const size = readSize(fields);
  return size && Math.max(size.width, size.height) >= longEdgeOf2K ? '2K' : defaultResolution;
}
