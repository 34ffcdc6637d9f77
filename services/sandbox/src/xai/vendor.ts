import { keyOf } from '../chat-completions/authorize.ts';
import type { Identity, Incoming } from '../exchange/dialect.ts';
import type { MediaVendor } from '../media/media-vendor.ts';
import type { Reply } from '../media/reply.ts';
import { errorBody, moderated, statusError, type VendorError } from './vendor-error.ts';

export function vendorHeaders({ life, number }: Identity): Record<string, string> {
  return { 'x-request-id': `${life}-${number}`, 'x-zero-data-retention': 'false', server: 'cloudflare' };
}

export function errorReply(error: VendorError): Reply {
  return { status: error.status, headers: { 'content-type': 'application/json' }, body: errorBody(error) };
}

const spent =
  'Your team 00000000-0000-4000-8000-000000000001 has either used all available credits or reached its monthly spending limit.';

/** Grok Imagine's films. */
export const xai: MediaVendor = {
  name: 'xai',
  statusPath: 'status',
  mediaPath: 'video.url',
  error: (status, message) => errorReply(statusError(status, message)),
  moderated: () => errorReply(moderated),
  // As if there were too many requests: https://github.com/continuedev/continue/issues/10373.
  broke: () => errorReply(statusError(429, spent)),
  headers: vendorHeaders,
};

/** The Bearer key; null when there is none, or one that begins with "bad". */
export function readKey({ headers }: Incoming): string | null {
  const key = keyOf(headers.authorization);
  return key === null || key.startsWith('bad') ? null : key;
}
