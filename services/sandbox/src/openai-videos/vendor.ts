import { authorize, keyOf } from '../chat-completions/authorize.ts';
import { vendorHeaders } from '../chat-completions/identity.ts';
import { statusError } from '../chat-completions/status-error.ts';
import { errorBody, invalid, type VendorError } from '../chat-completions/vendor-error.ts';
import type { Incoming } from '../exchange/dialect.ts';
import type { MediaVendor } from '../media/media-vendor.ts';
import type { Reply } from '../media/reply.ts';

export function errorReply(error: VendorError): Reply {
  return { status: error.status, headers: { 'content-type': 'application/json' }, body: errorBody(error) };
}

const moderated = invalid('Your request was rejected by the safety system.', 'prompt', 'moderation_blocked');

const broke: VendorError = {
  status: 429,
  message: 'You exceeded your current quota, please check your plan and billing details.',
  type: 'insufficient_quota',
  param: null,
  code: 'insufficient_quota',
};

/** Sora by OpenAI's videos API. No answer leads to the media: they are asked for by the id. */
export const openaiVideos: MediaVendor = {
  name: 'openai-videos',
  statusPath: 'status',
  mediaPath: null,
  error: (status, message) => errorReply(statusError(status, message)),
  moderated: () => errorReply(moderated),
  broke: () => errorReply(broke),
  headers: vendorHeaders,
};

/** The caller's key, or the vendor's refusal. */
export function openCall({ headers }: Incoming): { key: string } | { refusal: Reply } {
  const error = authorize(headers.authorization);
  return error ? { refusal: errorReply(error) } : { key: keyOf(headers.authorization) ?? '' };
}
