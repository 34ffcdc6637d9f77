import { checkModel } from '../chat-completions/open-request.ts';
import { type Checked, invalid, missing, refused } from '../chat-completions/vendor-error.ts';
import type { Incoming } from '../exchange/dialect.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { measurePicture } from '../media/files/measure-picture.ts';
import { type FormPart, readMultipart } from '../media/read-multipart.ts';
import type { ImageRequest } from './image-request.ts';
import { isGpt } from './model.ts';
import { readParameters } from './read-parameters.ts';

const numbers = ['n', 'output_compression', 'partial_images'];
const types = ['image/jpeg', 'image/png', 'image/webp'];

/** Reads what `POST /v1/images/edits` asks for: a form with files, or JSON that leads to pictures. */
export function readEdit({ headers, bytes }: Incoming): Checked<ImageRequest> {
  const parts = readMultipart(bytes, headers['content-type'] ?? '');
  const body = parts ? bodyOf(parts) : asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('We could not parse the body of your request.', null));
  const model = checkModel(body.model ?? 'gpt-image-1.5');
  if (model.type === 'refused') return model;
  const read = readParameters(model.value, body, parts ? [] : ['images', 'mask']);
  if (read.type === 'refused') return read;
  const count = parts ? countFiles(model.value, parts) : countLinks(body.images);
  return count.type === 'refused'
    ? count
    : { type: 'ok', value: { ...read.value, inputImages: count.value } };
}

/** The fields of a form as they would stand in JSON. */
function bodyOf(parts: FormPart[]): JsonRecord {
  const body: JsonRecord = {};
  for (const { name, fileName, bytes } of parts) {
    if (fileName !== null) continue;
    const text = bytes.toString();
    const isNumber = numbers.includes(name) && /^-?\d+$/.test(text);
    body[name] = isNumber ? Number(text) : name === 'stream' ? text === 'true' : text;
  }
  return body;
}

function countFiles(model: string, parts: FormPart[]): Checked<number> {
  const files = parts.filter(({ fileName }) => fileName !== null);
  const unknown = files.find(({ name }) => !/^(image(\[\d*\])?|mask)$/.test(name));
  if (unknown)
    return refused(invalid(`Unknown parameter: '${unknown.name}'.`, unknown.name, 'unknown_parameter'));
  const images = files.filter(({ name }) => name !== 'mask');
  const [first] = images;
  if (!first) return refused(missing('image'));
  if (images.length > (isGpt(model) ? 16 : 1)) {
    return refused(invalid("Invalid 'image': array too long.", 'image', 'array_above_max_length'));
  }
  for (const { name, type, bytes } of files) {
    const allowed = isGpt(model) && name !== 'mask' ? types : ['image/png'];
    if (!allowed.includes(type ?? '')) {
      const list = allowed.map((word) => `'${word}'`).join(', ');
      const message = `Invalid file '${name}': unsupported mimetype ('${type}'). Supported file formats are ${list}.`;
      return refused(invalid(message, name, 'unsupported_file_mimetype'));
    }
    if (!measurePicture(bytes))
      return refused(invalid('Invalid image file or mode for image 1.', name, 'invalid_image_file'));
  }
  const mask = files.find(({ name }) => name === 'mask');
  if (mask && sizeOf(mask) !== sizeOf(first)) {
    return refused(
      invalid('The mask must have the same size as the image.', 'mask', 'invalid_mask_image_size'),
    );
  }
  return { type: 'ok', value: images.length };
}

function sizeOf({ bytes }: FormPart): string {
  const { width, height } = measurePicture(bytes) ?? { width: 0, height: 0 };
  return `${width}x${height}`;
}

function countLinks(images: unknown): Checked<number> {
  if (!Array.isArray(images) || images.length === 0) return refused(missing('images'));
  const isLink = (image: unknown): boolean => {
    const { image_url: url, file_id: id } = asRecord(image) ?? {};
    return typeof url === 'string' || typeof id === 'string';
  };
  if (images.every(isLink)) return { type: 'ok', value: images.length };
  return refused(
    invalid("Invalid 'images': each needs an image_url or a file_id.", 'images', 'invalid_value'),
  );
}
