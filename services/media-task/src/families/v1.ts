import type { Family } from './family.ts';
import { readPrompt } from './fields.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse } from './refuse.ts';
import { readResolutionOf, readSize } from './size.ts';

/** What is rendered where no size is asked for. */
const usualSize = { width: 720, height: 1_280 };

/** Text to video, and a first frame: OpenAI's own video API. */
export const v1: Family = {
  name: 'V1',
  takesForms: true,
  read(fields) {
    refuseUnread(fields, commonNames);
    const of = { kind: 'image', role: 'first_frame' } as const;
    const references = withoutRepeats(commonNames.flatMap((name) => readReferences(fields, name, of)));
    if (references.length > 1) {
      refuse(
        'input_reference',
        `${references.length} images are given; at most 1 is taken, as the first frame.`,
      );
    }
    const secondsMs = readSeconds(fields, { native: 'seconds' });
    const size = readSize(fields);
    readResolutionOf(fields, size ?? usualSize);
    return {
      prompt: readPrompt(fields),
      references,
      ...(secondsMs !== undefined && { secondsMs }),
      ...(size && { size }),
      options: {},
    };
  },
};
