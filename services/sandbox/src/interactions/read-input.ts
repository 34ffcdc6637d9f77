import { type Checked, invalid, refused, unknownName } from '../generate-content/vendor-error.ts';
import { asRecord } from '../json-record.ts';

export interface Input {
  prompt: string;
  images: number;
  videos: number;
}

const mostImages = 5;
const mostVideos = 1;
const members: Record<string, readonly string[]> = {
  text: ['type', 'text', 'name'],
  image: ['type', 'data', 'uri', 'mime_type', 'name', 'resolution'],
  video: ['type', 'data', 'uri', 'mime_type', 'name', 'resolution', 'processing'],
};

/** Reads `input`: a text, or a list of texts, pictures and films. */
export function readInput(value: unknown): Checked<Input> {
  if (typeof value === 'string') {
    return value === ''
      ? refused(invalid('input is required.'))
      : ok({ prompt: value, images: 0, videos: 0 });
  }
  const parts = Array.isArray(value) ? value : [value];
  const input: Input = { prompt: '', images: 0, videos: 0 };
  for (const [index, item] of parts.entries()) {
    const error = readPart(input, asRecord(item) ?? {}, `input[${index}]`);
    if (error) return refused(error);
  }
  if (input.prompt === '' && input.images + input.videos === 0) return refused(invalid('input is required.'));
  if (input.images > mostImages)
    return refused(invalid(`At most ${mostImages} reference images are supported.`));
  if (input.videos > mostVideos) return refused(invalid(`At most ${mostVideos} input video is supported.`));
  return ok(input);
}

function readPart(input: Input, part: Record<string, unknown>, path: string) {
  const { type, text, data, uri, mime_type: mimeType } = part;
  const known = Object.hasOwn(members, String(type)) ? members[String(type)] : undefined;
  if (!known) return invalid(`Invalid content type at '${path}.type'.`);
  const unknown = Object.keys(part).find((name) => !known.includes(name));
  if (unknown !== undefined) return unknownName(unknown, path);
  if (type === 'text') {
    if (typeof text !== 'string') return invalid(`Missing text at '${path}'.`);
    input.prompt += input.prompt === '' ? text : `\n${text}`;
    return null;
  }
  if ((typeof data === 'string') === (typeof uri === 'string')) {
    return invalid(`Exactly one of data and uri must be set at '${path}'.`);
  }
  if (typeof data === 'string' && !String(mimeType).startsWith(`${type}/`)) {
    return invalid(`Unsupported mime_type at '${path}'.`);
  }
  if (type === 'image') input.images += 1;
  else input.videos += 1;
  return null;
}

function ok(value: Input): Checked<Input> {
  return { type: 'ok', value };
}
