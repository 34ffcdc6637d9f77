import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';

/** Pages have words in their own language for a `reason`, with `values` in them, and for those of `problems`. */
export function sessionBody({ status, message, reason, reasonValues, problems }: Fault): Wrapped {
  const named = reason === '' ? {} : { reason, values: reasonValues };
  const wrong = problems.length === 0 ? {} : { problems };
  return { status, body: { success: false, message, ...named, ...wrong } };
}
