import { type FaultCode, platformType } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';
import { publicBody } from './public.ts';

/** Faults that video, image and task routes have under the platform's own type. */
const ours: ReadonlySet<string | undefined> = new Set<FaultCode>([
  'invalid_api_key',
  'invalid_request',
  'unsupported_encoding',
]);

export function mediaBody(fault: Fault): Wrapped {
  return publicBody(ours.has(fault.code) ? { ...fault, type: platformType } : fault);
}

/** The upstream's trouble is wrapped, whatever is the caller's is not. */
export function unifiedCreateBody(fault: Fault): Wrapped {
  const isUpstreams = isSaturation(fault) || fault.code === 'bad_response';
  return isUpstreams ? wrapped(fault) : mediaBody(fault);
}

/** An unknown task is a 400 whose message repeats its code, unlike on all other routes. */
export function unifiedStatusBody(fault: Fault): Wrapped {
  if (fault.code !== 'task_not_exist') return wrapped(fault);
  return wrapped({ ...fault, status: 400, message: fault.code });
}

/** Some faults have numbers in the /mj/ family; what has none is answered as on the other routes of media. */
export function mjBody(fault: Fault): Wrapped {
  const code = mjCodeOf(fault);
  if (code === undefined) return mediaBody(fault);
  const body = { code, description: fault.message, type: 'upstream_error', result: null };
  return { status: fault.status, body };
}

const badRequest = 4;
const saturated = 30;

function mjCodeOf(fault: Fault): number | undefined {
  if (isSaturation(fault)) return saturated;
  return fault.code === 'invalid_request' && fault.status === 400 ? badRequest : undefined;
}

/** It is the upstream that has too much to do: limits of our own have the platform's type. */
function isSaturation({ status, type }: Fault): boolean {
  return status === 429 && type !== platformType;
}

function wrapped({ status, code, message }: Fault): Wrapped {
  return { status, body: { code: code ?? '', message, data: null } };
}
