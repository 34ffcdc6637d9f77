import { asRecord, type JsonRecord } from '../json-record.ts';
import { addresses, checkAll, isGiven, oneOf, pictureList, type Rule, required } from './rules.ts';
import { invalid } from './vendor-error.ts';

const plainSeconds = ['5', '10'];

function listOf(value: unknown): JsonRecord[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.map((item) => asRecord(item) ?? {});
}

/** Whether a film is edited, which it is where nothing else is said. */
export function isEdit({ video_list: videos }: JsonRecord): boolean {
  return listOf(videos).some(({ refer_type: type = 'base' }) => type === 'base');
}

const counts: Rule = ({ image_list: images, element_list: elements, video_list: videos }) => {
  const most = listOf(videos).length > 0 ? 4 : 7;
  return listOf(images).length + listOf(elements).length > most
    ? invalid(`the number of images and elements can not exceed ${most}`)
    : null;
};

const oneVideo: Rule = ({ video_list: videos }) => {
  if (listOf(videos).length > 1) return invalid('video_list can have only one element');
  const rules = [
    required('video_url'),
    addresses('video_url'),
    oneOf('refer_type', ['feature', 'base']),
    oneOf('keep_original_sound', ['yes', 'no']),
  ];
  return listOf(videos).flatMap((video) => checkAll(rules, video) ?? [])[0] ?? null;
};

const elementIds: Rule = ({ element_list: elements }) =>
  listOf(elements).every(({ element_id: id }) => /^\d+$/.test(String(id)))
    ? null
    : invalid('element_id is invalid');

const silent: Rule = ({ sound, video_list: videos }) =>
  sound === 'on' && listOf(videos).length > 0 ? invalid('sound must be off with a reference video') : null;

const frames: Rule = (body) => {
  const images = listOf(body.image_list);
  const has = (type: string): boolean => images.some((image) => image.type === type);
  if (images.some(({ type }) => isGiven(type) && type !== 'first_frame' && type !== 'end_frame')) {
    return invalid('image_list.type is invalid');
  }
  if (has('end_frame') && !has('first_frame')) return invalid('end_frame requires first_frame');
  if (has('end_frame') && images.length > 2)
    return invalid('end_frame is not supported with more than 2 images');
  return has('first_frame') && isEdit(body) ? invalid('a video to be edited can not have frames') : null;
};

/** What is made of a text or a first frame alone has fewer lengths, by the older model. */
const plain: Rule = (body) => {
  const { model_name: model = 'kling-video-o1', duration = '5', image_list: images } = body;
  const isPlain =
    listOf(images).every(({ type }) => type === 'first_frame') &&
    listOf(body.element_list).length + listOf(body.video_list).length === 0;
  return model === 'kling-video-o1' && isPlain && !plainSeconds.includes(String(duration))
    ? invalid('duration must be 5 or 10')
    : null;
};

const shape: Rule = (body) => {
  const hasFrame = listOf(body.image_list).some(({ type }) => type === 'first_frame');
  return hasFrame || isEdit(body) ? null : required('aspect_ratio')(body);
};

/** What holds of films of whatever their prompt speaks of, beside what holds of all. */
export const omniRules: readonly Rule[] = [
  pictureList('image_list', 'image_url', 0, 7),
  counts,
  oneVideo,
  elementIds,
  silent,
  frames,
  plain,
  shape,
];
