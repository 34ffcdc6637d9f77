import { fault } from '@headgate/proto/faults';
import type { Serving } from './attempt.ts';

const broken = fault('upstream_cut', { message: 'The answer broke off.' });

/** What a client gets, in the middle of a stream, when no more will come. `answerId` is the upstream's, of an answer that passes. */
export function brokenFrameOf(
  { dialect, request, requestId, startedAtMs }: Serving,
  answerId?: string,
): Buffer {
  const { model } = request;
  const createdAt = Math.floor(startedAtMs / 1_000);
  return dialect.passage.encodeErrorFrame(broken, { requestId, answerId, model, createdAt });
}
