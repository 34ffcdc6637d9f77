import { invalid, type VendorError, wrongType } from '../chat-completions/vendor-error.ts';
import { asRecord } from '../json-record.ts';
import { measurePicture } from '../media/files/measure-picture.ts';
import type { Shape } from '../media/files/shape.ts';

const types = ['image/jpeg', 'image/png', 'image/webp'];
const name = 'input_reference';

/** What is wrong with a picture that a film is to begin with: a file of a form, or an object that leads to one. */
export function checkReference(reference: unknown, shape: Shape): VendorError | null {
  const object = asRecord(reference);
  if (!object) return wrongType(name, 'a file', reference);
  if (Buffer.isBuffer(object.bytes)) {
    if (!types.includes(String(object.type))) return wrongKind(object.type);
    return checkPicture(object.bytes, shape);
  }
  const { file_id: fileId, image_url: url } = object;
  if (typeof url !== 'string')
    return typeof fileId === 'string' ? null : wrongType(name, 'a file', reference);
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (type === undefined || data === undefined) {
    return /^https?:\/\//.test(url)
      ? null
      : invalid(`Invalid URL for '${name}.image_url'.`, name, 'invalid_url');
  }
  return types.includes(type) ? checkPicture(Buffer.from(data, 'base64'), shape) : wrongKind(type);
}

function wrongKind(type: unknown): VendorError {
  const list = types.map((word) => `'${word}'`).join(', ');
  const message = `Invalid file '${name}': unsupported mimetype ('${type}'). Supported file formats are ${list}.`;
  return invalid(message, name, 'unsupported_file_mimetype');
}

function checkPicture(bytes: Buffer, { width, height }: Shape): VendorError | null {
  const measured = measurePicture(bytes);
  if (!measured)
    return invalid(`Invalid file '${name}': the image could not be read.`, name, 'invalid_image');
  if (measured.width === width && measured.height === height) return null;
  return invalid('Inpaint image must match the requested width and height', null);
}
