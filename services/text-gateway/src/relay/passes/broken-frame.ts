import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Serving } from '../serving.ts';

const broken = fault('upstream_cut', { message: 'The answer broke off.' });

/**
 * What a client gets, in the middle of a stream, when no more will come. `answerId` is the upstream's, of an answer that passes;
 * `refusal` says why, where that is known.
 */
export function brokenFrameOf(
  { surface, request, requestId, startedAtMs }: Serving,
  answerId?: string,
  refusal: Fault = broken,
): Buffer {
  const { model } = request;
  const createdAt = Math.floor(startedAtMs / 1_000);
  return surface.passage.encodeErrorFrame(refusal, { requestId, answerId, model, createdAt });
}
