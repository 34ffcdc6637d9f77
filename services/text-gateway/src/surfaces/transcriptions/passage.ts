import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../../dialects/passage.ts';
import { createEventTap } from '../event-tap.ts';
import { readRequest } from './request.ts';
import { decodeUsage } from './usage.ts';
import { readWhole } from './whole.ts';

export const passage: Passage = {
  name: 'transcriptions',
  readRequest,
  readWhole,
  accept: '*/*',
  createTap: () => createEventTap('transcript.text.done', decodeUsage),
  encodeErrorFrame,
};
