import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { requireAddresses } from '../members/limit-references.ts';
import { refuse } from '../refuse.ts';
import type { Wish } from '../wish.ts';
import type { KlingAsk } from './kinds.ts';
import { limitedText, readFile, readInput, readNumber, requireText } from './members.ts';

const longestSpeech = 120;
/** The longest video that the vendor takes from an address; it is measured there alone. */
const longestVideoMs = 10_000;

/** Lips that move in a video to a text or a sound. A video at an address costs as much as the longest that is taken. */
export function readLips(fields: Fields): KlingAsk {
  const input = readInput(fields);
  const id = limitedText(input, 'input.video_id');
  const video = readFile(input, 'input.video_url', { kind: 'video', options: { member: 'video_url' } });
  requireAddresses(video, 'input.video_url', 'a public address');
  if ((id === undefined) === (video.length === 0)) {
    refuse('input.video_id', 'input.video_id or input.video_url is required: one of them.');
  }
  const mode = readChoice(input, 'input.mode', ['text2video', 'audio2video']);
  if (mode === undefined) refuse('input.mode', 'input.mode is required: text2video or audio2video.');
  const said = mode === 'text2video' ? readSpeech(input) : readSound(input);
  const wish: Wish = {
    prompt: '',
    references: [...video, ...said.references],
    secondsMs: longestVideoMs,
    options: { mode, ...said.options },
  };
  return {
    wish,
    model: limitedText(fields, 'model_name'),
    ...(id !== undefined && { source: { param: 'input.video_id', id } }),
  };
}

type Said = Pick<Wish, 'references' | 'options'>;

function readSpeech(input: Fields): Said {
  const speed = readNumber(input, 'input.voice_speed', { min: 0.8, max: 2 });
  return {
    references: [],
    options: {
      text: requireText(input, 'input.text', longestSpeech),
      voice_id: requireText(input, 'input.voice_id', 100),
      voice_language: readChoice(input, 'input.voice_language', ['zh', 'en']) ?? 'zh',
      ...(speed !== undefined && { voice_speed: speed }),
    },
  };
}

function readSound(input: Fields): Said {
  const type = readChoice(input, 'input.audio_type', ['file', 'url']);
  if (type === undefined) refuse('input.audio_type', 'input.audio_type is required: file or url.');
  const member = `audio_${type}`;
  const references = readFile(input, `input.${member}`, { kind: 'audio', options: { member } });
  const [sound] = references;
  const isType = sound && 'url' in sound.source === (type === 'url');
  if (!isType) {
    refuse(`input.${member}`, `input.${member} is required: ${type === 'url' ? 'an address' : 'base64'}.`);
  }
  return { references, options: { audio_type: type } };
}
