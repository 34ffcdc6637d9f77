import { asRecord, type JsonRecord } from '../json-record.ts';
import { filmRules } from './film-rules.ts';
import { type FilmModel, filmModels, imageModels, motionModels, omniModels } from './models.ts';
import { omniRules } from './omni-rules.ts';
import {
  addresses,
  checkAll,
  isGiven,
  oneOf,
  pictureList,
  pictures,
  type Rule,
  required,
  share,
  text,
} from './rules.ts';
import { invalid, unknown, type VendorError } from './vendor-error.ts';

/** What is made below one path. */
export interface Kind {
  /** Films, or pictures. */
  makes: 'videos' | 'images';
  /** The model of a request that names none. */
  model: string;
  check(body: JsonRecord): VendorError | null;
}

const needsPrompt: Rule = (body) =>
  body.multi_shot === true || isGiven(body.prompt) ? null : invalid('prompt can not be empty');
const oneImage: Rule = ({ image, image_tail: tail }) =>
  isGiven(image) || isGiven(tail) ? null : invalid('image and image_tail can not be empty at the same time');
const oneControl: Rule = ({
  image_tail: tail,
  dynamic_masks: masks,
  static_mask: mask,
  camera_control: camera,
}) =>
  [isGiven(tail), isGiven(masks) || isGiven(mask), isGiven(camera)].filter(Boolean).length > 1
    ? invalid('image_tail, dynamic_masks/static_mask and camera_control can not be used at the same time')
    : null;
const imageRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9'];
const count: Rule = ({ n = 1 }) =>
  Number.isInteger(n) && Number(n) >= 1 && Number(n) <= 9 ? null : invalid('n must be from 1 to 9');

/** A film by a model of a table. */
function film(model: string, rules: Rule[], models: Record<string, FilmModel> = filmModels): Kind {
  return {
    makes: 'videos',
    model,
    check(body) {
      const name = String(body.model_name ?? model);
      const found = Object.hasOwn(models, name) ? models[name] : undefined;
      return found ? checkAll([...rules, ...filmRules(found)], body) : unknown(`model ${name} is not found`);
    },
  };
}

/** A film whose vendor has no such parameters. */
function work(rules: Rule[]): Kind {
  return { makes: 'videos', model: 'kling-v1', check: (body) => checkAll(rules, body) };
}

function picture(model: string, rules: Rule[], models: readonly string[] = imageModels): Kind {
  return {
    makes: 'images',
    model,
    check: (body) =>
      models.includes(String(body.model_name ?? model))
        ? checkAll(rules, body)
        : unknown(`model ${body.model_name} is not found`),
  };
}

const image: Rule[] = [text('prompt', 'negative_prompt'), oneOf('aspect_ratio', imageRatios), count];
const tryOn = ['kolors-virtual-try-on-v1', 'kolors-virtual-try-on-v1-5'];

/** By the path below `/v1/`. */
export const kinds: Record<string, Kind> = {
  'videos/text2video': film('kling-v1', [needsPrompt]),
  'videos/image2video': film('kling-v1', [
    oneImage,
    pictures('image', 'image_tail', 'static_mask'),
    oneControl,
  ]),
  'videos/multi-image2video': film('kling-v1-6', [needsPrompt, pictureList('image_list', 'image', 1, 4)]),
  'videos/omni-video': film('kling-video-o1', [needsPrompt, ...omniRules], omniModels),
  'videos/motion-control': film(
    'kling-v2-6',
    [
      required('image_url', 'video_url', 'character_orientation', 'mode'),
      pictures('image_url'),
      addresses('video_url'),
      oneOf('keep_original_sound', ['yes', 'no']),
      oneOf('character_orientation', ['image', 'video']),
    ],
    motionModels,
  ),
  'videos/avatar/image2video': work([
    required('image'),
    pictures('image', 'sound_file'),
    text('prompt'),
    oneOf('mode', ['std', 'pro']),
    (body) =>
      isGiven(body.audio_id) === isGiven(body.sound_file)
        ? invalid('either audio_id or sound_file is needed')
        : null,
  ]),
  'videos/video-extend': work([required('video_id'), text('prompt', 'negative_prompt'), share('cfg_scale')]),
  'videos/lip-sync': work([(body) => checkAll(lips, asRecord(body.input) ?? {})]),
  'videos/effects': work([required('effect_scene', 'input')]),
  'images/generations': picture('kling-v1', [
    required('prompt'),
    ...image,
    pictures('image'),
    oneOf('resolution', ['1k', '2k']),
    oneOf('image_reference', ['subject', 'face']),
    share('image_fidelity', 'human_fidelity'),
  ]),
  'images/omni-image': picture('kling-image-o1', [
    required('prompt'),
    ...image,
    oneOf('resolution', ['1k', '2k', '4k']),
  ]),
  'images/multi-image2image': picture('kling-v2', [
    pictureList('subject_image_list', 'subject_image', 1, 4),
    ...image,
  ]),
  'images/editing/expand': picture('kling-v1', [required('image'), pictures('image'), count]),
  'images/kolors-virtual-try-on': picture(
    'kolors-virtual-try-on-v1',
    [required('human_image'), pictures('human_image', 'cloth_image')],
    tryOn,
  ),
};

const lips: Rule[] = [
  (input) =>
    isGiven(input.video_id) === isGiven(input.video_url)
      ? invalid('either video_id or video_url is needed')
      : null,
  required('mode'),
  oneOf('mode', ['text2video', 'audio2video']),
  (input) =>
    input.mode === 'text2video'
      ? required('text', 'voice_id', 'voice_language')(input)
      : required('audio_type')(input),
];
