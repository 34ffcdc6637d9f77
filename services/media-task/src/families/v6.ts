import type { Family } from './family.ts';
import { readPrompt } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { limitReferences, requireAddresses } from './members/limit-references.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';

const ratios = ['16:9', '9:16', '1:1', '21:9'];
const resolutions = ['480p', '720p'];

const kinds = [
  ['referenceImages', 'image'],
  ['referenceVideos', 'video'],
  ['referenceAudios', 'audio'],
] as const;

/** Many references of three kinds, each at a public address. */
export const v6: Family = {
  name: 'V6',
  takesForms: false,
  read(fields) {
    refuseUnread(
      fields,
      kinds.map(([name]) => name),
    );
    const read = kinds.map(([name, kind]) => ({
      name,
      references: readReferences(fields, name, { kind, role: 'reference' }),
    }));
    for (const { name, references } of read) requireAddresses(references, name, 'public addresses');
    const references = withoutRepeats(read.flatMap((list) => list.references));
    limitReferences(references, {
      names: { image: 'referenceImages', video: 'referenceVideos', audio: 'referenceAudios' },
      most: { image: 30, video: 10, audio: 10 },
    });
    const secondsMs = readSeconds(fields, { native: 'duration', min: 4, max: 29 });
    const ratio = readChoice(fields, 'ratio', ratios);
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
