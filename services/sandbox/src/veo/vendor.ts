import { vendorHeaders } from '../generate-content/identity.ts';
import { statusError } from '../generate-content/status-error.ts';
import { errorBody, invalid, type VendorError } from '../generate-content/vendor-error.ts';
import type { MediaVendor } from '../media/media-vendor.ts';
import type { Reply } from '../media/reply.ts';

export function errorReply(error: VendorError): Reply {
  return { status: error.status, headers: { 'content-type': 'application/json' }, body: errorBody(error) };
}

const moderated = invalid(
  "The prompt could not be submitted. This prompt contains words that violate Google's Responsible AI practices.",
);

/** One of many reasons of this status, told by its words alone. Source: Gemini API, "Billing". */
const spent = 'Your project has exceeded its monthly spending cap.';

/** Veo by the Gemini API. */
export const veo: MediaVendor = {
  name: 'veo',
  statusPath: 'done',
  mediaPath: 'response.generateVideoResponse.generatedSamples',
  error: (status, message) => errorReply(statusError(status, message)),
  moderated: () => errorReply(moderated),
  broke: () => errorReply(statusError(429, spent)),
  headers: vendorHeaders,
};

/** Veo by Vertex AI. */
export const veoOnVertex: MediaVendor = { ...veo, name: 'veo-vertex', mediaPath: 'response.videos' };
