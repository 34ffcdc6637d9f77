import type { Family } from './family.ts';
import { readPrompt, readText } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { limitFrames } from './members/limit-references.ts';
import { readMetadata } from './members/metadata.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse } from './refuse.ts';
import { readSize } from './size.ts';
import type { Reference, Wish } from './wish.ts';

const landscape = '16:9';
const portrait = '9:16';
const resolutions = ['720p', '1080p', '4k'];
const mostReferences = 3;

/** Text, first and last frame, and references, which are landscape alone. */
export const v2: Family = {
  name: 'V2',
  takesForms: true,
  read(fields) {
    refuseUnread(fields, commonNames);
    const metadata = readMetadata(fields, [
      'mode',
      'last_frame',
      'negativePrompt',
      'personGeneration',
      'generateAudio',
    ]);
    const images = withoutRepeats(
      commonNames.flatMap((name) => readReferences(fields, name, { kind: 'image', role: 'reference' })),
    );
    const lasts = readReferences(metadata, 'last_frame', { kind: 'image', role: 'last_frame' });
    limitFrames(lasts, { first_frame: '', last_frame: 'metadata.last_frame' });
    const [last] = lasts;
    const isReferenceMode = metadata.mode === 'reference' || images.length + (last ? 1 : 0) > 2;
    if (images.length > mostReferences) {
      refuse('input_reference', `${images.length} images are given; at most ${mostReferences} are taken.`);
    }
    if (isReferenceMode && last)
      refuse('metadata.last_frame', 'metadata.last_frame is taken without references alone.');
    const ratio = ratioOf(fields, isReferenceMode);
    const secondsMs = readSeconds(fields, { native: 'duration' });
    const size = readSizeInPixels(fields);
    const resolution = readChoice(fields, 'resolution', resolutions);
    const { last_frame: _frame, mode: _mode, ...options } = metadata;
    return {
      prompt: readPrompt(fields),
      references: isReferenceMode ? images : [...framesOf(images), ...(last ? [last] : [])],
      ...(secondsMs !== undefined && { secondsMs }),
      ...(size && { size }),
      ...(ratio !== undefined && { ratio }),
      ...(resolution !== undefined && { resolution }),
      options,
    } satisfies Wish;
  },
};

/** One image is the first frame, two are the first and the last. */
function framesOf(images: readonly Reference[]): Reference[] {
  const roles = ['first_frame', 'last_frame'] as const;
  return images.map((image, index) => ({ ...image, role: roles[index] ?? 'reference' }));
}

function ratioOf(fields: Parameters<Family['read']>[0], isReferenceMode: boolean): string | undefined {
  const given = readChoice(fields, 'aspect_ratio', [landscape, portrait]) ?? ratioIn(fields);
  if (!isReferenceMode) return given;
  if (given === portrait) refuse('size', `references are rendered in ${landscape} alone.`);
  return landscape;
}

/** `size` says the ratio either way: as one, or by its pixels. */
function ratioIn(fields: Parameters<Family['read']>[0]): string | undefined {
  const text = readText(fields, 'size');
  if (text === undefined) return undefined;
  if (text.includes(':')) return readChoice(fields, 'size', [landscape, portrait]);
  const size = readSize(fields);
  return size && size.height > size.width ? portrait : landscape;
}

function readSizeInPixels(fields: Parameters<Family['read']>[0]): Wish['size'] {
  return readText(fields, 'size')?.includes(':') ? undefined : readSize(fields);
}
