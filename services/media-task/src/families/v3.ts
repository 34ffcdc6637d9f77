import type { Family } from './family.ts';
import { readPrompt } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse } from './refuse.ts';
import type { Reference } from './wish.ts';

const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'];
const resolutions = ['480p', '720p', '1080p'];

/** Text, one image, or references; any number of seconds from 1, fractions included. A variant takes one image alone. */
export const v3: Family = {
  name: 'V3',
  takesForms: false,
  read(fields, { variant }) {
    refuseUnread(fields, commonNames);
    const first = readReferences(fields, 'image', { kind: 'image', role: 'first_frame' });
    const others = ['images', 'input_reference'].flatMap((name) =>
      readReferences(fields, name, { kind: 'image', role: 'reference' }),
    );
    const references = variant === 'single_image' ? single(first, others) : choose(first, others);
    const secondsMs = readSeconds(fields, { native: 'duration', fractions: true });
    const ratio = readChoice(fields, 'aspect_ratio', ratios);
    const resolution = readChoice(fields, 'resolution', resolutions);
    return {
      prompt: readPrompt(fields),
      references,
      ...(secondsMs !== undefined && { secondsMs }),
      ...(ratio !== undefined && { ratio }),
      ...(resolution !== undefined && { resolution }),
      options: {},
    };
  },
};

/** All images are one, whichever member holds it. */
function single(first: readonly Reference[], others: readonly Reference[]): Reference[] {
  const all = [...first, ...others].map((image) => ({ ...image, role: 'first_frame' as const }));
  const images = withoutRepeats(all);
  if (images.length > 1) refuse('images', `${images.length} images are given; this model takes at most 1.`);
  return images;
}

function choose(first: readonly Reference[], others: readonly Reference[]): Reference[] {
  if (first.length > 1) refuse('image', `image has ${first.length}; it must be one.`);
  const references = withoutRepeats(others);
  if (first.length > 0 && references.length > 0) {
    refuse('images', 'images are references: they are not taken beside image, the first frame.');
  }
  return [...first, ...references];
}
