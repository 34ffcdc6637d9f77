import type { Json } from '../../call/json.ts';
import type { Reference, Source, Wish } from '../../families/wish.ts';
import { type KlingPath, pathOf } from './paths.ts';

/** The body of a create, after its path. Lengths are texts there. */
export function toCreate(wish: Wish, model: string): Json {
  return bodies[pathOf(wish)](wish, model);
}

const bodies: Record<KlingPath, (wish: Wish, model: string) => Json> = {
  'videos/text2video': toFilm,
  'videos/image2video': toFilm,
  'videos/multi-image2video': toFilm,
  'videos/omni-video': toFilm,
  'videos/motion-control': (wish, model) => ({
    model_name: model,
    ...wordsOf(wish),
    ...pick(wish, motionMembers),
    ...mediaOf(wish),
  }),
  'videos/avatar/image2video': (wish) => ({
    ...wordsOf(wish),
    ...pick(wish, ['audio_id', 'mode']),
    ...mediaOf(wish),
  }),
  'videos/video-extend': (wish) => ({ ...wordsOf(wish), ...pick(wish, ['cfg_scale']), ...mediaOf(wish) }),
  'videos/lip-sync': (wish) => ({ input: { ...pick(wish, lipMembers), ...mediaOf(wish) } }),
  'videos/effects': (wish, model) => ({
    ...pick(wish, ['effect_scene']),
    input: {
      ...mediaOf(wish),
      ...lengthOf(wish),
      // Scenes with one person have no model to choose.
      ...(wish.options.mode !== undefined && { model_name: model, mode: wish.options.mode }),
    },
  }),
  'images/generations': (wish, model) => ({
    model_name: model,
    ...wordsOf(wish),
    ...pick(wish, imageMembers),
    ...(wish.ratio !== undefined && { aspect_ratio: wish.ratio }),
    resolution: wish.resolution,
    n: wish.imageCount,
    ...mediaOf(wish),
  }),
  'images/kolors-virtual-try-on': (wish, model) => ({ model_name: model, ...mediaOf(wish) }),
};

const filmMembers = [
  ...['mode', 'cfg_scale', 'sound', 'camera_control', 'watermark_info'],
  ...['multi_shot', 'shot_type', 'multi_prompt', 'element_list'],
];
const motionMembers = ['character_orientation', 'mode', 'keep_original_sound', 'watermark_info'];
const lipMembers = ['mode', 'text', 'voice_id', 'voice_language', 'voice_speed', 'audio_type'];
const imageMembers = ['image_reference', 'image_fidelity', 'human_fidelity'];

function toFilm(wish: Wish, model: string): Json {
  return {
    model_name: model,
    ...wordsOf(wish),
    ...pick(wish, filmMembers),
    ...lengthOf(wish),
    ...(wish.ratio !== undefined && { aspect_ratio: wish.ratio }),
    ...mediaOf(wish),
  };
}

function wordsOf({ prompt, negativePrompt }: Wish): Json {
  return {
    ...(prompt !== '' && { prompt }),
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
  };
}

/** A video that is edited has none of its own. */
function lengthOf({ secondsMs }: Wish): Json {
  return secondsMs === undefined ? {} : { duration: String(secondsMs / 1_000) };
}

function pick({ options }: Wish, names: readonly string[]): Json {
  return Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

const memberOfRole = { first_frame: 'image', last_frame: 'image_tail', reference: 'image_list' } as const;

/** Every reference in the member that it is for; lists have theirs in the order of the client. */
function mediaOf({ references }: Wish): Json {
  const members: Record<string, unknown> = {};
  for (const reference of references) {
    const { member = memberOfRole[reference.role], ...more } = reference.options ?? {};
    const name = String(member);
    const list = listed[name];
    if (list) members[name] = [...((members[name] as unknown[] | undefined) ?? []), list(reference, more)];
    else members[name] = toText(reference.source);
  }
  return members;
}

const listed: Record<string, (reference: Reference, more: Json) => unknown> = {
  image_list: ({ source }, { as = 'image', ...more }) => ({ [String(as)]: toText(source), ...more }),
  video_list: ({ source }, more) => ({ video_url: toText(source), ...more }),
  images: ({ source }) => toText(source),
  dynamic_masks: ({ source }, more) => ({ mask: toText(source), ...more }),
};

/** Bytes are base64 alone: what stands before it in a data URL is refused. */
function toText(source: Source): string {
  if ('url' in source) return source.url;
  return 'asset' in source ? source.asset : source.bytes.toString('base64');
}
