import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { limitBytes } from '../members/limit-references.ts';
import { refuse } from '../refuse.ts';
import type { KlingAsk } from './kinds.ts';
import { limitedText, readFile } from './members.ts';

const largestSoundBytes = 5 * 1024 * 1024;

/** The person of an image, saying what is heard: as long as that. The vendor knows no models here. */
export function readAvatar(fields: Fields): KlingAsk {
  const image = readFile(fields, 'image');
  if (image.length === 0) refuse('image', 'image is required: an address or base64.');
  const audioId = limitedText(fields, 'audio_id', 100);
  const sound = readFile(fields, 'sound_file', { kind: 'audio', options: { member: 'sound_file' } });
  if ((audioId === undefined) === (sound.length === 0)) {
    refuse('sound_file', 'sound_file or audio_id is required: one of them.');
  }
  limitBytes(sound, 'sound_file', largestSoundBytes);
  return {
    wish: {
      prompt: limitedText(fields, 'prompt') ?? '',
      references: [...image, ...sound],
      options: {
        mode: readChoice(fields, 'mode', ['std', 'pro']) ?? 'std',
        ...(audioId !== undefined && { audio_id: audioId }),
      },
    },
    model: limitedText(fields, 'model_name'),
  };
}
