import type { IncomingHttpHeaders } from 'node:http';
import { queryOf } from '../query-of.ts';
import { invalid, type VendorError } from './vendor-error.ts';

const missingKey: VendorError = {
  status: 403,
  word: 'PERMISSION_DENIED',
  message:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or " +
    'other form of API consumer identity to call this API.',
};

/**
 * Accepts any key except those that begin with "bad", which this vendor calls an invalid argument. Returns the
 * vendor's error, or null when welcome.
 */
export function authorize(headers: IncomingHttpHeaders, path: string): VendorError | null {
  const key = keyOf(headers, path);
  if (key === null) return missingKey;
  return key.startsWith('bad') ? invalid('API key not valid. Please pass a valid API key.') : null;
}

/** The key in `x-goog-api-key`, else the one in the query; null when there is none. */
export function keyOf(headers: IncomingHttpHeaders, path: string): string | null {
  const key = headers['x-goog-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return queryOf(path).get('key') || null;
}
