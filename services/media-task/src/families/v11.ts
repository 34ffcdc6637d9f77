import type { Family } from './family.ts';
import { readPrompt, readText } from './fields.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse, show } from './refuse.ts';

/** Text or one image, at the resolution that the model's name says. */
export const v11: Family = {
  name: 'V11',
  takesForms: false,
  read(fields, { resolution }) {
    refuseUnread(fields, commonNames);
    const references = withoutRepeats(
      commonNames.flatMap((name) => readReferences(fields, name, { kind: 'image', role: 'first_frame' })),
    );
    if (references.length > 1)
      refuse('image', `${references.length} images are given; this model takes at most 1.`);
    const asked = readText(fields, 'resolution');
    if (asked !== undefined && asked.toLowerCase() !== resolution.toLowerCase()) {
      refuse('resolution', `resolution is ${show(asked)}; this model renders ${resolution} alone.`);
    }
    const secondsMs = readSeconds(fields, { native: 'duration' });
    return {
      prompt: readPrompt(fields),
      references,
      ...(secondsMs !== undefined && { secondsMs }),
      ...(resolution !== '' && { resolution }),
      options: {},
    };
  },
};
