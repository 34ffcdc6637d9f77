import type { ReplyEvent } from '../../canon/events.ts';
import type { Ids } from '../codec.ts';
import { createChunkReader } from './decode-stream.ts';

/** A whole answer is a stream of one chunk; asked for without `alt=sse`, a stream is a list of them. */
export function decodeReply(body: unknown, ids: Ids): ReplyEvent[] {
  const reader = createChunkReader(ids);
  const chunks: unknown[] = Array.isArray(body) ? body : [body];
  const events = chunks.flatMap((chunk) => reader.read(chunk));
  // Nothing more will come: with usage, an answer without a reason to end has still ended.
  const hasUsage = events.some(({ kind }) => kind === 'usage');
  return [...events, ...reader.end(hasUsage ? { reason: 'complete' } : undefined)];
}
