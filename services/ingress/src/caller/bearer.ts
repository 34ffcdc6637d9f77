import { hash } from 'node:crypto';
import type { CarriedKey } from './carried-key.ts';

const scheme = /^bearer +/i;

/** Reads the key in an Authorization header: the whole string after the scheme. */
export function readBearer(header: string): CarriedKey {
  if (header === '') return { kind: 'missing' };
  const prefix = scheme.exec(header);
  const key = prefix ? header.slice(prefix[0].length) : header;
  if (key === '' || key.includes(' ') || /^bearer$/i.test(key)) return { kind: 'malformed' };
  return { kind: 'key', key, isRaw: prefix === null };
}

/** SHA-256 of a key, in hexadecimal: the only form in which keys are kept and sent on. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
