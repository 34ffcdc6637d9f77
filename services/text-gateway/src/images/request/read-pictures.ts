import { elementsIn, membersIn, plainText } from '../../json/parts.ts';
import { invalid } from '../../json/read.ts';
import { fromBase64, type Picture } from './picture.ts';

/** The most that vendors take. */
const mostPictures = 16;

/** `image` of a body in JSON: one or many, each in base64. Throws a FaultError 400 that names the one at fault. */
export function readPictures(value: Buffer | undefined, name = 'image'): Picture[] {
  if (value === undefined) return [];
  if (value[0] !== openBracket) return [readPicture(value, name)];
  return checkCount(elementsIn(value), name).map((element, index) =>
    readPicture(element, `${name}[${index}]`),
  );
}

/** `images` of OpenAI's edits: objects that hold an address, or the id of a file. */
export function readLinkedPictures(value: Buffer | undefined): Picture[] {
  if (value !== undefined && value[0] !== openBracket) throw invalid('images', 'must be a list of images');
  const links = checkCount(elementsIn(value), 'images');
  return links.map((element, index) => readLinkedPicture(element, `images[${index}]`));
}

/** One such object, or a picture itself: `mask` is either. */
export function readLinkedPicture(value: Buffer, path: string): Picture {
  const read = membersIn(value);
  if (!read) return readPicture(value, path);
  const url = read('image_url');
  if (url === undefined) throw invalid(`${path}.image_url`, 'must be the image in base64');
  return readPicture(url, `${path}.image_url`);
}

export function checkCount<T>(pictures: T[], name: string): T[] {
  if (pictures.length > mostPictures)
    throw invalid(name, `has ${pictures.length} images; at most ${mostPictures} are served`);
  return pictures;
}

const openBracket = 0x5b;
const dataUrl = /^data:image\/[\w.+-]+(?:;[\w=-]+)*;base64,/i;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Only its beginning is looked at: whether the rest is an image is the upstream's to say. */
const headBytes = 256;

function readPicture(value: Buffer, path: string): Picture {
  const text = plainText(value) ?? parseText(value);
  const head = text?.toString('latin1', 0, headBytes) ?? '';
  if (/^https?:/i.test(head))
    throw invalid(path, 'must be the image in base64: addresses are served on the asynchronous route alone');
  const data = dataUrl.exec(head)?.[0] ?? '';
  if (!text || !base64.test(head.slice(data.length))) throw invalid(path, 'must be the image in base64');
  return fromBase64(text.subarray(data.length));
}

/** Some write the slashes of base64 with a backslash. */
function parseText(value: Buffer): Buffer | undefined {
  const text: unknown = JSON.parse(value.toString('utf8'));
  return typeof text === 'string' ? Buffer.from(text) : undefined;
}
