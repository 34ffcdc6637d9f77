import type { VendorError } from './vendor-error.ts';

const refusal = { status: 401, type: 'invalid_request_error', param: null };

const missingKey: VendorError = {
  ...refusal,
  message:
    "You didn't provide an API key. You need to provide your API key in an Authorization header using " +
    'Bearer auth (i.e. Authorization: Bearer YOUR_KEY).',
  code: null,
};

/** Accepts any Bearer key except those that begin with "bad". Returns the vendor's error, or null when welcome. */
export function authorize(header: string | undefined): VendorError | null {
  const key = keyOf(header);
  if (key === null) return missingKey;
  if (!key.startsWith('bad')) return null;
  const message = `Incorrect API key provided: ${key.slice(0, 3)}***${key.slice(-2)}.`;
  return { ...refusal, message, code: 'invalid_api_key' };
}

/** The key of an Authorization header, null when there is none. */
export function keyOf(header: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
