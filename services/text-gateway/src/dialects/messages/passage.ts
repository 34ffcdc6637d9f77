import { encodeSse } from '../../sse.ts';
import type { Passage } from '../passage.ts';
import { encodeErrorFrame } from './error-frame.ts';
import { readSaid } from './read-said.ts';
import { readRequest } from './request.ts';
import { createTap } from './tap.ts';
import { readWhole } from './whole.ts';

export const passage: Passage = {
  name: 'messages',
  readRequest,
  createTap,
  readWhole,
  readSaid,
  encodeErrorFrame,
  // The vendor's own: some clients count them to tell that a stream lives.
  keepAliveFrame: encodeSse(Buffer.from('{"type":"ping"}'), 'ping'),
};
