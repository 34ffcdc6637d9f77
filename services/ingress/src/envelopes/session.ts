import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';

/** Pages have words for a `reason` in their own language, with `values` in them. */
export function sessionBody({ status, message, reason, reasonValues }: Fault): Wrapped {
  const named = reason === '' ? {} : { reason, values: reasonValues };
  return { status, body: { success: false, message, ...named } };
}
