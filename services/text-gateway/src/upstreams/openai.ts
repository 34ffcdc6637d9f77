import type { Upstream } from './upstream.ts';

/** OpenAI's own API. Source: its API reference. */
export const openai: Upstream = {
  name: 'openai',
  paths: [
    ['chat-completions', ({ model }) => (isWithoutChat.test(model) ? undefined : '/chat/completions')],
    ['responses', () => '/responses'],
    ['compaction', () => '/responses/compact'],
    ['completions', ({ model }) => (isCompletionModel.test(model) ? '/completions' : undefined)],
    ['embeddings', () => '/embeddings'],
    ['image-generations', () => '/images/generations'],
    ['image-edits', () => '/images/edits'],
    ['moderations', () => '/moderations'],
    ['speech', () => '/audio/speech'],
    ['transcriptions', () => '/audio/transcriptions'],
    ['translations', () => '/audio/translations'],
  ],
  best: ({ model }) => (callsInResponses.test(model) ? 'responses' : undefined),
  realtime: ({ model }) => `/realtime?model=${encodeURIComponent(model)}`,
  models: { path: '/models', list: 'data', name: 'id' },
  authorize: ({ key }) => ({ authorization: `Bearer ${key}` }),
  usageOnRequest: true,
};

/** These are served over responses alone. */
const isWithoutChat = /^(?:o\d+|gpt-\d+(?:\.\d+)?)-pro(?:-|$)|codex|deep-research|^computer-use/;

/** These refuse tools over chat completions unless they are not to reason at all. */
const callsInResponses = /^gpt-(?:5\.(?:[2-9]|\d\d)|[6-9])(?!.*-chat)/;

/** The others take messages alone. */
const isCompletionModel = /-instruct(?:-|$)|^(?:davinci|babbage)-002$/;
