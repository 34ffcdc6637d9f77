import type { WireName } from '../canon/dialect-name.ts';
import { findVendor, vendorTraits } from '../vendors/find-vendor.ts';
import type { PathCall, Upstream } from './upstream.ts';

/** What such services have of OpenAI's other styles, and of Jina's. */
const beyond = [
  ...(['completions', 'embeddings', 'moderations', 'rerank'] as const),
  ...(['image-generations', 'image-edits', 'xai-images', 'xai-image-edits'] as const),
  ...(['speech', 'transcriptions', 'translations'] as const),
];

/** Any service that offers OpenAI's chat completions at another address. Which one it is says what else it offers. */
export const openaiCompatible: Upstream = {
  name: 'openai-compatible',
  paths: [offered('chat-completions'), offered('responses'), offered('messages'), ...beyond.map(offered)],
  models: { path: '/models', list: 'data', name: 'id' },
  // Services that have Anthropic's messages take either header, and each documents the one or the other.
  authorize: ({ key, url }) => ({
    authorization: `Bearer ${key}`,
    ...(url.pathname.endsWith('/messages') && { 'x-api-key': key }),
  }),
  usageOnRequest: true,
  ways(_style, { channel, model }) {
    const vendor = findVendor(channel);
    const { members, usageOnRequest, dimensions } = vendor;
    return { members, usageOnRequest, traits: { chat: vendorTraits(vendor, model), dimensions } };
  },
};

function offered(style: WireName) {
  const path = (call: PathCall): string | undefined =>
    findVendor(call.channel).paths.find(([name]) => name === style)?.[1](call);
  return [style, path] as const;
}
