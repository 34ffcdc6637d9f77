import { isUtf8 } from 'node:buffer';
import type { FileBlock, Source } from '../../../canon/blocks.ts';
import { RefusedContent } from '../../../canon/losses.ts';
import type { JsonRecord } from '../../../json/read.ts';
import type { DocumentNames } from './document-names.ts';

const imageFormats: ReadonlyMap<string, string> = new Map([
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

const documentFormats: ReadonlyMap<string, string> = new Map([
  ['application/msword', 'doc'],
  ['application/pdf', 'pdf'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
]);

/** The vendor reads nothing from the web: images come as bytes. */
export function writeImage(source: Source): JsonRecord {
  const { mediaType, base64 } = bytesOf(source, 'image');
  const format = imageFormats.get(mediaType);
  if (!format) throw new RefusedContent('image', `The upstream takes no images of type ${mediaType}.`);
  return { image: { format, source: { bytes: base64 } } };
}

/** Text of kinds that the vendor does not know is plain text to a model. */
export function writeDocument({ source, name }: FileBlock, names: DocumentNames): JsonRecord {
  if (source.kind !== 'stored' && source.mediaType?.startsWith('image/')) return writeImage(source);
  const { mediaType, base64 } = bytesOf(source, 'file');
  const format = documentFormats.get(mediaType) ?? (isText(mediaType, base64) ? 'txt' : undefined);
  if (!format) throw new RefusedContent('file', `The upstream takes no files of type ${mediaType}.`);
  return { document: { format, name: names.next(name), source: { bytes: base64 } } };
}

function bytesOf(source: Source, what: 'image' | 'file'): { mediaType: string; base64: string } {
  if (source.kind === 'bytes') {
    const [mediaType = ''] = source.mediaType.toLowerCase().split(';', 1);
    return { mediaType: mediaType.trim(), base64: source.base64 };
  }
  const why =
    source.kind === 'url'
      ? `The upstream takes the bytes of ${what === 'image' ? 'an image' : 'a file'}, not its address.`
      : `The ${what} is stored where this upstream cannot read it.`;
  throw new RefusedContent(what, why);
}

function isText(mediaType: string, base64: string): boolean {
  return /^text\/|^application\/(?:json|xml|yaml)\b/.test(mediaType) && isUtf8(Buffer.from(base64, 'base64'));
}
