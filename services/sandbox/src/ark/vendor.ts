import { keyOf } from '../chat-completions/authorize.ts';
import type { Identity, Incoming } from '../exchange/dialect.ts';
import type { MediaVendor } from '../media/media-vendor.ts';
import type { Reply } from '../media/reply.ts';
import { broke, moderated, statusError } from './status-error.ts';
import { errorBody, type VendorError } from './vendor-error.ts';

export function requestIdOf({ life, number }: Identity): string {
  return `02${life}${number.toString(16).padStart(40, '0')}`;
}

/** Headers that the vendor puts on every answer. A gateway has to keep them to itself. */
export function vendorHeaders(identity: Identity): Record<string, string> {
  return { server: 'istio-envoy', 'x-request-id': requestIdOf(identity) };
}

export function errorReply(error: VendorError): Reply {
  const body = errorBody(error, '0217sandbox');
  return { status: error.status, headers: { 'content-type': 'application/json' }, body };
}

/** ByteDance Ark's films. */
export const ark: MediaVendor = {
  name: 'ark',
  statusPath: 'status',
  mediaPath: 'content',
  error: (status, message) => errorReply(statusError(status, message)),
  moderated: () => errorReply(moderated),
  broke: () => errorReply(broke),
  headers: vendorHeaders,
};

/** Accepts any Bearer key except those that begin with "bad". */
export function authorize({ headers }: Incoming): { key: string } | { error: VendorError } {
  const key = keyOf(headers.authorization);
  return key === null || key.startsWith('bad') ? { error: statusError(401) } : { key };
}
