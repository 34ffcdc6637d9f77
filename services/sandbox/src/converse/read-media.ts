import { asRecord, type JsonRecord } from '../json-record.ts';
import type { Block } from './read-blocks.ts';
import { type Checked, invalid, missing, refused, wrongValue } from './vendor-error.ts';

const imageFormats = ['gif', 'jpeg', 'png', 'webp'];
const documentFormats = ['csv', 'doc', 'docx', 'html', 'md', 'pdf', 'txt', 'xls', 'xlsx'];
/** One white space in a row, and few signs. */
const documentName = /^(?!.*\s\s)[a-zA-Z0-9\s()[\]-]{1,200}$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function readImage({ format, source }: JsonRecord, path: string): Checked<Block> {
  if (!imageFormats.includes(String(format))) return refused(wrongValue(`${path}.format`, imageFormats));
  return hasBytes(source)
    ? { type: 'ok', value: { type: 'image' } }
    : refused(missing(`${path}.source.bytes`));
}

export function readDocument({ format, name, source, citations }: JsonRecord, path: string): Checked<Block> {
  if (format !== undefined && !documentFormats.includes(String(format)))
    return refused(wrongValue(`${path}.format`, documentFormats));
  if (typeof name !== 'string') return refused(missing(`${path}.name`));
  if (!documentName.test(name)) {
    const allowed =
      'alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets';
    return refused(
      invalid(
        `The value at ${path}.name is not valid: the document file name can only contain ${allowed}. ` +
          "The name can't contain more than one consecutive whitespace character.",
      ),
    );
  }
  if (!hasBytes(source)) return refused(missing(`${path}.source.bytes`));
  const isCited = asRecord(citations)?.enabled === true;
  return { type: 'ok', value: { type: 'document', name, format: String(format ?? 'txt'), isCited } };
}

function hasBytes(source: unknown): boolean {
  const bytes = asRecord(source)?.bytes;
  return typeof bytes === 'string' && base64.test(bytes);
}
