import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { requireAddresses } from '../members/limit-references.ts';
import { refuse, show } from '../refuse.ts';
import type { Reference, Wish } from '../wish.ts';
import { readFilm } from './film.ts';
import { readList, readObject, toFile } from './members.ts';

/** Those that it has in common with other videos. */
const filmMembers = [
  ...['prompt', 'mode', 'sound', 'duration', 'aspect_ratio', 'watermark_info'],
  ...['multi_shot', 'shot_type', 'multi_prompt'],
];
const mostSubjects = 7;
const mostSubjectsBesideVideo = 4;
/** With a last frame. */
const mostImagesWithEnd = 2;

/** A video of what its prompt speaks of: images, elements and a video, as `<<<image_1>>>`; or that video, edited. */
export function readOmni(fields: Fields): Wish {
  const wish = readFilm(Object.fromEntries(filmMembers.map((name) => [name, fields[name]])), {
    needsPrompt: true,
  });
  const images = readList(fields, 'image_list', { least: 0, most: mostSubjects }).map(toImage);
  const elements = readList(fields, 'element_list', { least: 0, most: mostSubjects }).map(toElement);
  const videos = readList(fields, 'video_list', { least: 0, most: 1 }).map(toVideo);
  checkCounts(images.length, elements.length, videos.length > 0);
  checkFrames(images, wish, videos[0]?.options?.refer_type === 'base');
  if (videos.length > 0 && wish.options.sound === 'on') {
    refuse('sound', `sound is 'on'; beside a video it must be off.`);
  }
  return {
    ...wish,
    references: [...images, ...videos],
    options: { ...wish.options, ...(elements.length > 0 && { element_list: elements }) },
  };
}

function toImage(item: unknown, index: number): Reference {
  const name = `image_list[${index}]`;
  const image = readObject({ [name]: item }, name) ?? {};
  const type = readChoice({ [`${name}.type`]: image.type }, `${name}.type`, ['first_frame', 'end_frame']);
  return toFile(image.image_url, `${name}.image_url`, {
    role: type === undefined ? 'reference' : type === 'end_frame' ? 'last_frame' : 'first_frame',
    options: { member: 'image_list', as: 'image_url', ...(type !== undefined && { type }) },
  });
}

/** Whether it is edited or only shows something decides on the length and the price: what is left open is said. */
function toVideo(item: unknown, index: number): Reference {
  const name = `video_list[${index}]`;
  const video = readObject({ [name]: item }, name) ?? {};
  const choice = (member: string, words: string[]) =>
    readChoice({ [`${name}.${member}`]: video[member] }, `${name}.${member}`, words);
  const sound = choice('keep_original_sound', ['yes', 'no']);
  const reference = toFile(video.video_url, `${name}.video_url`, {
    kind: 'video',
    options: {
      member: 'video_list',
      refer_type: choice('refer_type', ['feature', 'base']) ?? 'base',
      ...(sound !== undefined && { keep_original_sound: sound }),
    },
  });
  requireAddresses([reference], `${name}.video_url`, 'a public address');
  return reference;
}

/** The vendor's numbers are longer than a number of JSON may safely be: texts of digits are taken too. */
function toElement(item: unknown, index: number): { element_id: unknown } {
  const name = `element_list[${index}]`;
  const { element_id: id } = readObject({ [name]: item }, name) ?? {};
  const isId = typeof id === 'string' ? /^\d{1,20}$/.test(id) : Number.isSafeInteger(id) && Number(id) > 0;
  if (!isId) {
    refuse(
      `${name}.element_id`,
      `${name}.element_id is ${show(id)}; it must be a number of at most 20 digits.`,
    );
  }
  return { element_id: id };
}

function checkCounts(images: number, elements: number, hasVideo: boolean): void {
  const most = hasVideo ? mostSubjectsBesideVideo : mostSubjects;
  if (images + elements <= most) return;
  const place = hasVideo ? 'beside a video' : 'without a video';
  refuse(
    images > 0 ? 'image_list' : 'element_list',
    `image_list and element_list have ${images + elements} together; at most ${most} are taken ${place}.`,
  );
}

function checkFrames(images: readonly Reference[], { options }: Wish, isEdit: boolean): void {
  const count = (role: Reference['role']): number => images.filter((image) => image.role === role).length;
  const [starts, ends] = [count('first_frame'), count('last_frame')];
  if (starts > 1 || ends > 1) refuse('image_list', 'image_list has more than one first_frame or end_frame.');
  if (ends > starts) refuse('image_list', 'image_list has an end_frame; it needs a first_frame beside it.');
  if (starts > 0 && isEdit) {
    refuse('image_list', 'image_list has frames; a video that is edited (refer_type base) takes none.');
  }
  if (ends > 0 && images.length > mostImagesWithEnd) {
    refuse(
      'image_list',
      `image_list has ${images.length}; with an end_frame it must have ${mostImagesWithEnd}.`,
    );
  }
  if (ends > 0 && options.multi_shot === true) {
    refuse('image_list', 'image_list has an end_frame; a video of several shots (multi_shot) takes none.');
  }
}
