import type { Json } from '../../call/json.ts';
import { refuse } from '../../families/refuse.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { addressOf } from '../address-of.ts';
import { toContentPart } from '../content-part.ts';

/** What a family calls its references: frames by their role, others by their kind. */
type Names = Partial<Record<'first_frame' | 'last_frame' | Reference['kind'], string>>;

const plain: Names = { first_frame: 'image', image: 'images', video: 'video', audio: 'audio' };

/** Where a family is not listed, plain names are used. V7 has none: its references are parts of its content. */
const names: Record<string, Names> = {
  V1: { first_frame: 'input_reference' },
  V2: { first_frame: 'images', last_frame: 'images', image: 'images' },
  V4: { first_frame: 'first_image_url', last_frame: 'last_image_url', image: 'images', video: 'video' },
  V5: {
    first_frame: 'first_image',
    last_frame: 'last_image',
    image: 'referenceImages',
    video: 'referenceVideos',
    audio: 'referenceAudios',
  },
  V6: { image: 'referenceImages', video: 'referenceVideos', audio: 'referenceAudios' },
  V8: {
    first_frame: 'first_image',
    last_frame: 'last_image',
    image: 'reference_image_urls',
    video: 'reference_video_urls',
    audio: 'reference_audio_urls',
  },
  V9: { first_frame: 'first_frame_image', last_frame: 'last_frame_image' },
  V10: { first_frame: 'image', last_frame: 'last_frame_url', image: 'images' },
  kling: { first_frame: 'image', last_frame: 'image_tail', image: 'images' },
};

/** Members that stand in `metadata`. */
const nested = ['last_frame_url'];

/** Refuses references that no member of their family would say to the other gateway. */
export function checkReferences({ family = '', references }: Wish): void {
  for (const reference of references) {
    if (family === 'V7' || nameOf(family, reference) !== undefined) continue;
    refuse('', `This model takes no ${reference.kind} as ${reference.role.replace('_', ' ')}.`);
  }
}

/** References as the other gateway reads them: in the words of the family that they came in. */
export function toMembers(wish: Wish, metadata: Json): Json {
  const members = Object.entries(writeReferences(wish));
  const inside = { ...metadata, ...Object.fromEntries(members.filter(([name]) => nested.includes(name))) };
  return {
    ...Object.fromEntries(members.filter(([name]) => !nested.includes(name))),
    ...(Object.keys(inside).length > 0 && { metadata: inside }),
  };
}

function writeReferences({ family = '', prompt, references }: Wish): Json {
  if (family === 'V7') {
    return { content: [{ type: 'text', text: prompt }, ...references.map(toContentPart)] };
  }
  const members: Record<string, string[]> = {};
  for (const reference of references) {
    const name = nameOf(family, reference);
    if (name !== undefined) members[name] = [...(members[name] ?? []), addressOf(reference.source)];
  }
  const isList = (name: string, values: string[]): boolean => values.length > 1 || name.endsWith('s');
  const written = Object.entries(members).map(([name, values]) => [
    name,
    isList(name, values) ? values : values[0],
  ]);
  return Object.fromEntries(written);
}

function nameOf(family: string, { role, kind }: Reference): string | undefined {
  return (names[family] ?? plain)[role === 'reference' ? kind : role];
}
