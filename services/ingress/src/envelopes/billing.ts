import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';
import { publicBody } from './public.ts';

/** Billing dashboards expect 200 when the figures cannot be had; everything else is answered as elsewhere. */
export function billingBody(fault: Fault): Wrapped {
  if (fault.status < 500) return publicBody(fault);
  return publicBody({ ...fault, status: 200, type: 'upstream_error', code: undefined });
}
