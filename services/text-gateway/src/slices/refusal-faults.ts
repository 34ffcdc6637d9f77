import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Refusal } from './slice.ts';

/** What a client is told when nothing can be reserved for `what` it asks for. */
export function refusalFaults(what: 'this request' | 'another response'): Readonly<Record<Refusal, Fault>> {
  return {
    empty: fault('insufficient_user_quota', {
      message: `The quota of this key or its user does not cover ${what}.`,
    }),
    unreachable: fault('service_unavailable', {
      message: 'Quota cannot be checked right now. Try again shortly.',
    }),
    overloaded: fault('too_many_requests', { retryAfterMs: 1_000 }),
    gone: fault('service_unavailable'),
  };
}
