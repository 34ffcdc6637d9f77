import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../../dialects/passage.ts';
import { createEventTap } from '../event-tap.ts';
import { readRequest } from './request.ts';
import { decodeUsage } from './usage.ts';

export const passage: Passage = {
  name: 'speech',
  readRequest,
  accept: '*/*',
  isUnread: (contentType) => /^(?:audio\/|application\/octet-stream)/i.test(contentType),
  readWhole: () => {
    throw new Error('The answer is no sound');
  },
  createTap: () => createEventTap('speech.audio.done', decodeUsage),
  encodeErrorFrame,
};
