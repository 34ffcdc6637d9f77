import { type Fields, readText } from '../families/fields.ts';
import { readChoice } from '../families/members/choice.ts';
import { refuse } from '../families/refuse.ts';
import type { Source } from '../families/wish.ts';
import { type Mode, withoutSpeed } from './modes.ts';
import { hdFilm, readFilm, sdFilm } from './read-film.ts';
import { readFlag, requirePrompt } from './read-members.ts';
import { readPicture, readPictureOrAddress, readPictures } from './read-pictures.ts';
import { requireOne } from './require-one.ts';
import type { Step } from './step.ts';

/** What begins with words or pictures of the client's. */
export type ReadFirstStep = (fields: Fields, mode: Mode | undefined) => Step;

export const imagine: ReadFirstStep = (fields, mode) => {
  const prompt = requireOwnPrompt(fields, mode);
  return {
    action: 'IMAGINE',
    job: { route: 'submit/imagine', members: { prompt } },
    prompt,
    pictures: readPictures(fields, 'base64Array'),
    description: `/imagine ${prompt}`,
  };
};

const dimensions = ['PORTRAIT', 'SQUARE', 'LANDSCAPE'];

export const blend: ReadFirstStep = (fields) => {
  const pictures = readPictures(fields, 'base64Array');
  if (pictures.length < 2 || pictures.length > 5)
    refuse('base64Array', `base64Array has ${pictures.length} pictures; 2 to 5 are blended.`);
  const quality = readChoice(fields, 'quality', ['hd']);
  const members = {
    dimensions: readChoice(fields, 'dimensions', dimensions) ?? 'SQUARE',
    ...(quality && { quality }),
  };
  return {
    action: 'BLEND',
    job: { route: 'submit/blend', members },
    prompt: '',
    pictures,
    description: `/blend ${pictures.length}`,
    isHd: quality === 'hd',
  };
};

export const describe: ReadFirstStep = (fields) => {
  const picture = readPicture(fields, 'base64') ?? readPictureOrAddress(fields, 'link');
  if (!picture) refuse('base64', 'base64 is required: a picture, or its address as link.');
  const language = readText(fields, 'language');
  return {
    action: 'DESCRIBE',
    job: { route: 'submit/describe', members: language === undefined ? {} : { language } },
    prompt: '',
    pictures: [picture],
    description: '/describe',
  };
};

export const shorten: ReadFirstStep = (fields, mode) => {
  const prompt = requireOwnPrompt(fields, mode);
  return {
    action: 'SHORTEN',
    job: { route: 'submit/shorten', members: { prompt } },
    prompt,
    pictures: [],
    description: `/shorten ${prompt}`,
  };
};

export const edits: ReadFirstStep = (fields, mode) => {
  const prompt = requireOwnPrompt(fields, mode);
  const image = readPictureOrAddress(fields, 'image');
  if (!image) refuse('image', 'image is required: a picture in base64, or its address.');
  return {
    action: 'EDITS',
    job: { route: 'submit/edits', members: { prompt } },
    prompt,
    pictures: withSecond(image, readPicture(fields, 'maskBase64')),
    description: `/edits ${prompt}`,
  };
};

/** A film of a picture. One that goes on from another is no first step. */
export const film: ReadFirstStep = (fields, mode) => {
  const { videoType = sdFilm, ...film } = readFilm(fields, mode);
  const image = readPictureOrAddress(fields, 'image');
  if (!image) refuse('image', 'image is required: a picture in base64, or its address.');
  return {
    action: 'VIDEO',
    job: { route: 'submit/video', members: { ...film, videoType } },
    prompt: film.prompt ?? '',
    pictures: withSecond(image, readPictureOrAddress(fields, 'endImage')),
    description: '/video',
    isHd: videoType === hdFilm,
  };
};

export const swapFace: ReadFirstStep = (fields) => {
  const [source, target] = [readPicture(fields, 'sourceBase64'), readPicture(fields, 'targetBase64')];
  if (!source || !target) refuse('sourceBase64', 'sour_base64_and_target_base64_is_required');
  return {
    action: 'SWAP_FACE',
    job: { route: 'insight-face/swap', members: {} },
    prompt: '',
    pictures: [source, target],
    description: '/swap',
  };
};

export const upload: ReadFirstStep = (fields) => {
  const pictures = readPictures(fields, 'base64Array');
  if (pictures.length === 0) refuse('base64Array', 'base64Array is required: pictures in base64.');
  return {
    action: 'UPLOAD',
    job: { route: 'submit/upload-discord-images', members: readFlag(fields, 'filter') },
    prompt: '',
    pictures,
    description: '/upload',
  };
};

function requireOwnPrompt(fields: Fields, mode: Mode | undefined): string {
  const prompt = withoutSpeed(requirePrompt(fields), mode);
  return prompt === '' ? refuse('prompt', 'prompt_is_required') : requireOne(prompt, 'picture');
}

function withSecond(first: Source, second: Source | undefined): Source[] {
  return second ? [first, second] : [first];
}
