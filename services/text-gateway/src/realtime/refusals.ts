import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Refusal } from '../slices/slice.ts';

/** Why nothing could be reserved for the next response. */
export const refusals: Record<Refusal, Fault> = {
  empty: fault('insufficient_user_quota', {
    message: 'The quota of this key or its user does not cover another response.',
  }),
  unreachable: fault('service_unavailable', {
    message: 'Quota cannot be checked right now. Try again shortly.',
  }),
  overloaded: fault('too_many_requests', { retryAfterMs: 1_000 }),
  gone: fault('service_unavailable'),
};
