import type { Upstream } from './upstream.ts';

/**
 * Google's Gemini API, at `https://generativelanguage.googleapis.com/v1beta`. Streams are always asked for as server-sent
 * events. Source: its API reference, "Generating content".
 */
export const gemini: Upstream = {
  name: 'gemini',
  paths: [
    [
      'generate-content',
      ({ model, stream }) => {
        const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
        return `/models/${encodeURIComponent(model)}:${action}`;
      },
    ],
  ],
  authorize: ({ key }) => ({ 'x-goog-api-key': key }),
  usageOnRequest: false,
};
