import { googleHeaders } from '@headgate/runtime/sign-in/google-headers';
import { post } from '../upstream-call/post.ts';
import { isImagen } from './gemini.ts';
import type { PathCall, Upstream } from './upstream.ts';

/**
 * Google's models and Anthropic's on Vertex AI, at
 * `https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION`. A credential is the JSON of a
 * service account's key file, or an API key. Sources: its "Model reference" and "Claude models", the issues of
 * other clients about ids of calls, and Anthropic's "Vision" about addresses.
 */
export const vertex: Upstream = {
  name: 'vertex',
  paths: [
    [
      'messages',
      (call) =>
        isClaude(call) ? at('anthropic', call, call.stream ? 'streamRawPredict' : 'rawPredict') : undefined,
    ],
    ['predict', (call) => (isImagen(call.model) ? at('google', call, 'predict') : undefined)],
    [
      'generate-content',
      (call) => {
        const action = call.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
        return isClaude(call) ? undefined : at('google', call, action);
      },
    ],
  ],
  authorize: ({ key }, { accessTokens, pools }) =>
    googleHeaders(key, accessTokens, (url, request) => post(pools, url, request)),
  usageOnRequest: false,
  // The model stands in the path alone, and the version in the body.
  ways: (style) =>
    style === 'messages'
      ? {
          members: new Map([
            ['model', undefined],
            ['anthropic_version', '"vertex-2023-10-16"'],
          ]),
          traits: { takesAddresses: false },
        }
      : { traits: { takesCallIds: false } },
};

function isClaude({ model }: PathCall): boolean {
  return model.startsWith('claude');
}

/** Versions of models stand behind an `@`, which is at home in a path. */
function at(publisher: string, { model }: PathCall, action: string): string {
  const name = encodeURIComponent(model).replaceAll('%40', '@');
  return `/publishers/${publisher}/models/${name}:${action}`;
}
