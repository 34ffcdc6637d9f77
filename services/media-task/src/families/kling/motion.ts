import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { requireAddresses } from '../members/limit-references.ts';
import { refuse } from '../refuse.ts';
import type { Wish } from '../wish.ts';
import { readWatermark } from './film.ts';
import { limitedText, readFile, requireChoice } from './members.ts';

/** What somebody does in a video, done by the person of an image: as long as that video. */
export function readMotion(fields: Fields): Wish {
  const image = readFile(fields, 'image_url');
  if (image.length === 0) refuse('image_url', 'image_url is required: an address or base64.');
  const video = readFile(fields, 'video_url', { kind: 'video', options: { member: 'video_url' } });
  if (video.length === 0) refuse('video_url', 'video_url is required: a public address.');
  requireAddresses(video, 'video_url', 'a public address');
  const sound = readChoice(fields, 'keep_original_sound', ['yes', 'no']);
  const watermark = readWatermark(fields);
  return {
    prompt: limitedText(fields, 'prompt') ?? '',
    references: [...image, ...video],
    options: {
      character_orientation: requireChoice(fields, 'character_orientation', ['image', 'video']),
      mode: requireChoice(fields, 'mode', ['std', 'pro']),
      ...(sound !== undefined && { keep_original_sound: sound }),
      ...(watermark && { watermark_info: watermark }),
    },
  };
}
