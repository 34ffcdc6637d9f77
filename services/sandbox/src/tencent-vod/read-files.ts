import { asRecord, type JsonRecord } from '../json-record.ts';
import { missing, type VendorError, wrongValue } from './vendor-error.ts';

/** What a file is and where it comes from; the shapes have been checked. */
export interface GivenFile {
  category: string;
  usage: string;
}

const sourceOf: Record<string, string> = { File: 'FileId', Url: 'Url', Base64: 'Base64' };
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const categories = ['Image', 'Video', 'Audio'];
const usages = ['FirstFrame', 'LastFrame', 'Reference'];
/** All files of a request together, before they become base64. */
const maxBase64Bytes = 7 * 1024 * 1024;

export function filesOf({ FileInfos: infos }: JsonRecord): GivenFile[] {
  return recordsOf(infos).map(({ Category = 'Image', Usage = 'FirstFrame' }) => ({
    category: String(Category),
    usage: String(Usage),
  }));
}

/** The first thing that is wrong with `FileInfos`. */
export function checkFiles({ FileInfos: infos }: JsonRecord): VendorError | null {
  let sizeBytes = 0;
  for (const [index, info] of recordsOf(infos).entries()) {
    const path = `FileInfos.${index}`;
    const { Type: type, Category: category = 'Image', Usage: usage = 'FirstFrame' } = info;
    const source = Object.hasOwn(sourceOf, String(type)) ? sourceOf[String(type)] : undefined;
    if (source === undefined) return wrongValue(`${path}.Type`);
    const given = info[source];
    if (typeof given !== 'string' || given === '') return missing(`${path}.${source}`);
    if (source === 'Url' && !/^https?:\/\/\S+$/.test(given)) return wrongValue(`${path}.Url`);
    if (source === 'Base64' && !base64.test(given)) return wrongValue(`${path}.Base64`);
    if (!categories.includes(String(category))) return wrongValue(`${path}.Category`);
    if (!usages.includes(String(usage))) return wrongValue(`${path}.Usage`);
    if (source === 'Base64') sizeBytes += (given.length * 3) / 4;
  }
  return sizeBytes > maxBase64Bytes ? requestTooLarge : null;
}

function recordsOf(infos: unknown): JsonRecord[] {
  return Array.isArray(infos) ? infos.map((info) => asRecord(info) ?? {}) : [];
}

const requestTooLarge = {
  code: 'RequestSizeLimitExceeded',
  message: 'The request size exceeds the limit of 10 MB.',
};
