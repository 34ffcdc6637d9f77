import { openai } from './openai.ts';
import type { Upstream } from './upstream.ts';

/** Any service that offers OpenAI's chat completions at another address. */
export const openaiCompatible: Upstream = {
  ...openai,
  name: 'openai-compatible',
  paths: [['chat-completions', () => '/chat/completions']],
};
