import type { Fields } from '../families/fields.ts';
import { readSource } from '../families/members/references.ts';
import { refuse, show } from '../families/refuse.ts';
import type { Source } from '../families/wish.ts';

/** A picture in base64, if it is there. */
export function readPicture(fields: Fields, name: string): Source | undefined {
  const value = fields[name];
  return isAbsent(value) ? undefined : bytesOf(value, name);
}

/** A picture in base64 or at an address, which the vendor fetches. */
export function readPictureOrAddress(fields: Fields, name: string): Source | undefined {
  const value = fields[name];
  if (isAbsent(value)) return undefined;
  const source = readSource(value, name, 'image');
  if ('asset' in source) refuse(name, `${name} is ${show(value)}; it must be an address or base64.`);
  return source;
}

/** Pictures in base64. */
export function readPictures(fields: Fields, name: string): Source[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) refuse(name, `${name} is ${show(value)}; it must be a list.`);
  return value.map((item, index) => bytesOf(item, `${name}[${index}]`));
}

function bytesOf(value: unknown, param: string): Source {
  const source = readSource(value, param, 'image');
  if (!('bytes' in source)) refuse(param, `${param} must be a picture in base64.`);
  return source;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
