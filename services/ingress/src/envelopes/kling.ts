import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';
import { mediaBody } from './media.ts';

/** What Kling says of a parameter that has a wrong value. */
const invalidParameter = 1201;

/** A request that is not valid is refused as Kling does; everything else is the gateway's own. */
export function klingBody(fault: Fault, requestId: string): Wrapped {
  const { status, message } = fault;
  if (status !== 400) return mediaBody(fault);
  return { status, body: { code: invalidParameter, message, request_id: requestId } };
}
