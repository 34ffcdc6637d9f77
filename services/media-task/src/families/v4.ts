import type { Family } from './family.ts';
import { readPrompt } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { limitBytes, limitFrames, limitReferences } from './members/limit-references.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import type { Reference } from './wish.ts';

const ratios = ['16:9', '9:16'];
const resolutions = ['360p', '720p', '1080p', '4k'];
/** 15 MB. */
export const largestVideo = 15 * 1024 * 1024;
const videoNames = ['video', 'video_url', 'input_video'];

/** First and last image, up to five images, and one video, under whichever of its three names is given first. */
export const v4: Family = {
  name: 'V4',
  takesForms: false,
  read(fields) {
    refuseUnread(fields, ['first_image_url', 'last_image_url', 'images', ...videoNames]);
    const frames = (
      [
        ['first_image_url', 'first_frame'],
        ['last_image_url', 'last_frame'],
      ] as const
    ).flatMap(([name, role]) => readReferences(fields, name, { kind: 'image', role }));
    const images = readReferences(fields, 'images', { kind: 'image', role: 'reference' });
    const videos = firstOf(
      videoNames.map((name) => readReferences(fields, name, { kind: 'video', role: 'reference' })),
    );
    limitBytes(videos, 'video', largestVideo);
    const references = withoutRepeats([...frames, ...images, ...videos]);
    limitFrames(references, { first_frame: 'first_image_url', last_frame: 'last_image_url' });
    limitReferences(references, {
      names: { image: 'images', video: 'video' },
      most: { image: 5, video: 1, audio: 0 },
    });
    const secondsMs = readSeconds(fields, { native: 'duration' });
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

function firstOf(lists: readonly Reference[][]): Reference[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
