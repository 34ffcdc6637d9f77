import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../../dialects/passage.ts';
import { readRequest } from './request.ts';
import { createTap } from './tap.ts';

export const passage: Passage = {
  name: 'speech',
  readRequest,
  accept: '*/*',
  isUnread: (contentType) => /^(?:audio\/|application\/octet-stream)/i.test(contentType),
  readWhole: () => {
    throw new Error('The answer is no sound');
  },
  createTap,
  encodeErrorFrame,
};
