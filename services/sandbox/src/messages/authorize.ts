import type { IncomingHttpHeaders } from 'node:http';
import { invalid, type VendorError } from './vendor-error.ts';

const refusal = { status: 401, type: 'authentication_error' };

/**
 * Accepts any key except those that begin with "bad", and any version, but not none. Returns the vendor's error,
 * or null when welcome.
 */
export function authorize(headers: IncomingHttpHeaders): VendorError | null {
  const key = keyOf(headers);
  if (key === null) return { ...refusal, message: 'x-api-key header is required' };
  if (key.startsWith('bad')) {
    return { ...refusal, message: headers['x-api-key'] ? 'invalid x-api-key' : 'Invalid bearer token' };
  }
  return headers['anthropic-version'] ? null : invalid('anthropic-version: header is required');
}

/** The key in `x-api-key`, else the one after Bearer; null when there is none. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
