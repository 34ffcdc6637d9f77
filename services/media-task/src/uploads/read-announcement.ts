import type { Fields } from '../families/fields.ts';
import { refuse, show } from '../families/refuse.ts';
import { findUploadType, uploadTypes } from './upload-types.ts';

/** What a client says of a file that it is about to bring. */
export interface Announcement {
  type: string;
  sizeBytes: number;
  largestBytes: number;
  sha256: Buffer | null;
}

const longestName = 255;
const purposes = ['image', 'video', 'audio', 'mask'];

/** Throws a FaultError 400 that says what is wrong. The name of a file is of no use: it is never a part of a key. */
export function readAnnouncement(fields: Fields): Announcement {
  const name = firstOf(fields, ['filename', 'file_name', 'fileName', 'name']);
  if (name !== undefined && (typeof name !== 'string' || name.length > longestName)) {
    refuse('filename', `filename must be a text of at most ${longestName} characters.`);
  }
  const named = firstOf(fields, ['content_type', 'contentType', 'mime_type']);
  const found = typeof named === 'string' ? findUploadType(named) : undefined;
  if (!found) {
    refuse(
      'content_type',
      `content_type is ${show(named ?? null)}; it must be one of ${uploadTypes.join(', ')}.`,
    );
  }
  const { type, largestBytes } = found;
  checkPurpose(fields.purpose, type);
  const size = firstOf(fields, ['size', 'file_size', 'fileSize']);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1 || size > largestBytes) {
    refuse(
      'size',
      `size is ${show(size ?? null)}; it must be a whole number of bytes from 1 to ${largestBytes}.`,
    );
  }
  return { type, sizeBytes: size, largestBytes, sha256: readSha256(fields.sha256) };
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
}

function checkPurpose(purpose: unknown, type: string): void {
  if (purpose === undefined || purpose === null || purpose === '') return;
  if (typeof purpose !== 'string' || !purposes.includes(purpose)) {
    refuse('purpose', `purpose is ${show(purpose)}; it must be one of ${purposes.join(', ')}.`);
  }
  const kind = purpose === 'mask' ? 'image' : purpose;
  if (!type.startsWith(`${kind}/`))
    refuse('purpose', `purpose is '${purpose}', and content_type is '${type}'.`);
}

function readSha256(value: unknown): Buffer | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/i.test(value)) {
    refuse('sha256', `sha256 is ${show(value)}; it must be 64 hexadecimal digits.`);
  }
  return Buffer.from(value, 'hex');
}
