import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../../dialects/passage.ts';
import { readRequest } from './request.ts';
import { createTap } from './tap.ts';
import { readWhole } from './whole.ts';

export const passage: Passage = {
  name: 'transcriptions',
  readRequest,
  readWhole,
  accept: '*/*',
  createTap,
  encodeErrorFrame,
};
