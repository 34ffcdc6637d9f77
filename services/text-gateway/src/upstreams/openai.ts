import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Upstream } from './upstream.ts';

/** OpenAI's own API. Source: its API reference, "Chat". */
export const openai: Upstream = {
  name: 'openai',
  paths: { [Dialect.CHAT_COMPLETIONS]: '/chat/completions' },
  credentials: (key) => ({ authorization: `Bearer ${key}` }),
  usageOnRequest: true,
};
