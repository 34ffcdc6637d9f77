import type { Upstream } from './upstream.ts';

/**
 * Google's Gemini API, at `https://generativelanguage.googleapis.com/v1beta`. Streams are always asked for as server-sent
 * events. Source: its API reference, "Generating content" and "Embeddings".
 */
export const gemini: Upstream = {
  name: 'gemini',
  paths: [
    ['predict', ({ model }) => (isImagen(model) ? pathOf(model, 'predict') : undefined)],
    [
      'generate-content',
      ({ model, stream }) => {
        const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
        return pathOf(model, action);
      },
    ],
    ['embed-content', ({ model }) => pathOf(model, 'embedContent')],
    ['batch-embed-contents', ({ model }) => pathOf(model, 'batchEmbedContents')],
  ],
  models: { path: '/models?pageSize=1000', list: 'models', name: 'name', prefix: 'models/' },
  authorize: ({ key }) => ({ 'x-goog-api-key': key }),
  usageOnRequest: false,
};

/** It makes images and nothing else, and speaks a style of its own. */
export function isImagen(model: string): boolean {
  return /^(?:models\/)?(?:imagen|imagegeneration)/.test(model);
}

function pathOf(model: string, action: string): string {
  return `/models/${encodeURIComponent(model)}:${action}`;
}
