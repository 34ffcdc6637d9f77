import type { Upstream } from './upstream.ts';

/** OpenAI's own API. Source: its API reference, "Chat" and "Responses". */
export const openai: Upstream = {
  name: 'openai',
  paths: [
    ['chat-completions', () => '/chat/completions'],
    ['responses', () => '/responses'],
  ],
  authorize: ({ key }) => ({ authorization: `Bearer ${key}` }),
  usageOnRequest: true,
};
