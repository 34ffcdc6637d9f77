import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import { readSaid } from '../../dialects/chat-completions/read-said.ts';
import { createTap } from '../../dialects/chat-completions/tap.ts';
import { readWhole } from '../../dialects/chat-completions/whole.ts';
import type { Passage } from '../../dialects/passage.ts';
import { readRequest } from './request.ts';

/** Ends, counts and errors stand where chat completions have them. */
export const passage: Passage = {
  name: 'completions',
  readRequest,
  createTap,
  readWhole,
  readSaid,
  encodeErrorFrame,
};
