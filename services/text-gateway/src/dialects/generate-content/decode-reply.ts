import type { ReplyEvent } from '../../canon/events.ts';
import { outputOf } from '../../canon/usage.ts';
import { isRecord, recordsIn } from '../../json/read.ts';
import type { Ids } from '../codec.ts';
import { createChunkReader } from './decode-stream.ts';

/** A whole answer is a stream of one chunk; asked for without `alt=sse`, a stream is a list of them. */
export function decodeReply(body: unknown, ids: Ids): ReplyEvent[] {
  const reader = createChunkReader(ids);
  const chunks: unknown[] = Array.isArray(body) ? body : [body];
  const events = chunks.flatMap((chunk) => reader.read(chunk));
  // Nothing more will come: what counts something, and has a candidate or thoughts, has ended without a reason as well.
  const usage = events.findLast((event) => event.kind === 'usage')?.usage;
  const isAnswer = usage !== undefined && (outputOf(usage) > 0 || chunks.some(hasCandidate));
  return [...events, ...reader.end(isAnswer ? { reason: 'complete' } : undefined)];
}

function hasCandidate(chunk: unknown): boolean {
  return isRecord(chunk) && recordsIn(chunk.candidates).length > 0;
}
