import { invalid, type VendorError } from '../generate-content/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { measurePicture } from '../media/files/measure-picture.ts';
import { unsupported } from './read-request.ts';

/** What is wrong with the pictures of an instance. `members` are those beside the bytes that the service knows. */
export function checkImages(instance: JsonRecord, members: readonly string[]): VendorError | null {
  const { image, lastFrame, referenceImages = [] } = instance;
  if (!Array.isArray(referenceImages) || referenceImages.length > 3) {
    return invalid('`referenceImages` must hold at most 3 images.');
  }
  const references = referenceImages.map(asRecord);
  if (references.some((reference) => reference?.referenceType !== 'asset')) {
    return invalid('`referenceType` must be `asset`.');
  }
  const given = [image, lastFrame].filter((picture) => picture !== undefined);
  const pictures = [...given, ...references.map((reference) => reference?.image)];
  return pictures.map((picture) => checkImage(picture, members)).find((error) => error !== null) ?? null;
}

function checkImage(value: unknown, members: readonly string[]): VendorError | null {
  const { bytesBase64Encoded: data, ...others } = asRecord(value) ?? {};
  const unknown = Object.keys(others).find((name) => !members.includes(name));
  if (unknown !== undefined) return unsupported(unknown);
  if (typeof others.gcsUri === 'string') return null;
  const { mimeType } = others;
  if (typeof data !== 'string' || typeof mimeType !== 'string') {
    return invalid('An image needs `bytesBase64Encoded` and `mimeType`.');
  }
  const measured = measurePicture(Buffer.from(data, 'base64'));
  if (measured && `image/${measured.format}` === mimeType && measured.format !== 'webp') return null;
  return invalid('Unable to process input image. Please retry or report it.');
}
