import { callsInResponses, isWithoutChat } from '../vendors/openai-models.ts';
import type { Upstream } from './upstream.ts';

/** OpenAI's own API. Source: its API reference. */
export const openai: Upstream = {
  name: 'openai',
  paths: [
    ['chat-completions', ({ model }) => (isWithoutChat(model) ? undefined : '/chat/completions')],
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
  best: ({ model }) => (callsInResponses(model) ? 'responses' : undefined),
  realtime: ({ model }) => `/realtime?model=${encodeURIComponent(model)}`,
  models: { path: '/models', list: 'data', name: 'id' },
  authorize: ({ key }) => ({ authorization: `Bearer ${key}` }),
  usageOnRequest: true,
};

/** The others take messages alone. */
const isCompletionModel = /-instruct(?:-|$)|^(?:davinci|babbage)-002$/;
