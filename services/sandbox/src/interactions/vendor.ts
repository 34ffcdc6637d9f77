import { invalid } from '../generate-content/vendor-error.ts';
import type { MediaVendor } from '../media/media-vendor.ts';
import { errorReply, veo } from '../veo/vendor.ts';

/** Gemini Omni, which makes films by Google's Interactions API. */
export const interactions: MediaVendor = {
  ...veo,
  name: 'interactions',
  statusPath: 'status',
  mediaPath: ['steps', 'output_video'],
  moderated: () =>
    errorReply(invalid('The request was blocked because it violates the policy on generative AI.')),
};
