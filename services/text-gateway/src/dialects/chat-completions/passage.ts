import type { Passage } from '../passage.ts';
import { encodeErrorFrame } from './error-frame.ts';
import { readSaid } from './read-said.ts';
import { readRequest } from './request.ts';
import { createTap } from './tap.ts';
import { readWhole } from './whole.ts';

export const passage: Passage = {
  name: 'chat-completions',
  readRequest,
  createTap,
  readWhole,
  readSaid,
  encodeErrorFrame,
};
