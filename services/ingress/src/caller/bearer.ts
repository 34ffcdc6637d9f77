import { hash } from 'node:crypto';

/** What an Authorization header holds. */
export type Bearer =
  | { kind: 'missing' }
  | { kind: 'malformed' }
  /** `isRaw`: the key stood there without a scheme. */
  | { kind: 'key'; key: string; isRaw: boolean };

const scheme = /^bearer +/i;

/**
 * Reads the Authorization headers of a request, of which there may be one: who stands in front may have read
 * another than the first. The whole string after the scheme is the key.
 */
export function readBearer([header, ...more]: readonly string[] = []): Bearer {
  if (more.length > 0) return { kind: 'malformed' };
  if (header === undefined || header === '') return { kind: 'missing' };
  const prefix = scheme.exec(header);
  const key = prefix ? header.slice(prefix[0].length) : header;
  if (key === '' || key.includes(' ') || /^bearer$/i.test(key)) return { kind: 'malformed' };
  return { kind: 'key', key, isRaw: prefix === null };
}

/** SHA-256 of a key, in hexadecimal: the only form in which keys are kept and sent on. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
