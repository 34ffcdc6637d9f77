import { encodeErrorFrame } from '../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../dialects/passage.ts';

/** Of styles that have no streams: no request of theirs asks for one. */
export const wholeOnly: Pick<Passage, 'createTap' | 'encodeErrorFrame'> = {
  createTap: () => {
    throw new Error('This style has no streams');
  },
  encodeErrorFrame,
};
