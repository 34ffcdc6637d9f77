import { invalid } from '../../json/read.ts';
import { readForm } from '../../multipart/read-form.ts';
import { editFields } from '../../multipart/splice.ts';
import { writeContentType } from '../../multipart/write-content-type.ts';
import type { ImageBody } from './image-body.ts';
import { fromBytes, type Picture } from './picture.ts';
import { checkCount } from './read-pictures.ts';

/** Clients differ in how they name one of many. */
const imageField = /^image(?:\[\d*\])?$/;
const layers: ReadonlySet<string> = new Set(['mask', 'markup']);
const numbers = new Set(['n', 'partial_images', 'output_compression']);

/** Throws a FaultError 400 that names the field at fault. */
export function openForm(body: Buffer, contentType: string): ImageBody {
  const { boundary, form } = readForm(body, contentType);
  const texts = form.fields.filter(({ isFile }) => !isFile);
  const files = form.fields.filter(({ isFile }) => isFile);
  const text = texts.find(({ name }) => imageField.test(name) || layers.has(name));
  if (text) throw invalid(text.name, 'must be a file');
  const read = (name: string): unknown => {
    const [field, ...others] = form.fields.filter((candidate) => candidate.name === name);
    if (!field) return undefined;
    if (field.isFile || others.length > 0) throw invalid(name, 'must be one text');
    return readText(name, body.toString('utf8', field.value.start, field.value.end));
  };
  const model = read('model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const pictureOf = ({ value }: (typeof files)[number]) => fromBytes(body.subarray(value.start, value.end));
  const layer = (wanted: string): Picture | undefined => {
    const [file, ...others] = files.filter(({ name }) => name === wanted);
    if (others.length > 0) throw invalid(wanted, 'must be one file');
    return file && pictureOf(file);
  };
  const fileBytes = files.reduce((sum, { value }) => sum + value.end - value.start, 0);
  return {
    body,
    model,
    read,
    members: () => new Map(texts.map(({ name }) => [name, read(name)])),
    pictures: checkCount(
      files.filter(({ name }) => imageField.test(name)),
      'image',
    ).map(pictureOf),
    mask: layer('mask'),
    markup: layer('markup'),
    otherFiles: files.map(({ name }) => name).filter((name) => !imageField.test(name) && !layers.has(name)),
    textBytes: body.length - fileBytes,
    mustConvert: false,
    write: (edits) => ({
      body: editFields(body, form, boundary, edits),
      contentType: writeContentType(boundary),
    }),
  };
}

/** What JSON says with other types. */
function readText(name: string, text: string): unknown {
  if (numbers.has(name) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return name === 'stream' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
