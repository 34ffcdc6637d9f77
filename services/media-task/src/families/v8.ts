import type { Family } from './family.ts';
import { readPrompt } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { limitFrames, limitReferences, requireAddresses } from './members/limit-references.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';

const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'];
const resolutions = ['480p', '720p', '1080p'];

const members = [
  ['first_image', 'image', 'first_frame'],
  ['last_image', 'image', 'last_frame'],
  ['reference_image_urls', 'image', 'reference'],
  ['reference_video_url', 'video', 'reference'],
  ['reference_video_urls', 'video', 'reference'],
  ['reference_audios', 'audio', 'reference'],
  ['reference_audio_urls', 'audio', 'reference'],
  ['audio_url', 'audio', 'reference'],
] as const;

/** Frames and references under a name each, at public addresses or in the vendor's library. */
export const v8: Family = {
  name: 'V8',
  takesForms: false,
  read(fields) {
    refuseUnread(
      fields,
      members.map(([name]) => name),
    );
    const read = members.map(([name, kind, role]) => {
      const references = readReferences(fields, name, { kind, role });
      requireAddresses(references, name, 'public addresses or asset://<id>');
      return references;
    });
    const references = withoutRepeats(read.flat());
    limitFrames(references, { first_frame: 'first_image', last_frame: 'last_image' });
    limitReferences(references, {
      names: { image: 'reference_image_urls', video: 'reference_video_urls', audio: 'reference_audio_urls' },
      most: { image: 9, video: 3, audio: 3 },
    });
    const secondsMs = readSeconds(fields, { native: 'duration', min: 4, max: 15 });
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
