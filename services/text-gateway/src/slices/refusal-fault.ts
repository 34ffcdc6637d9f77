import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { sayUsedUp } from '@headgate/proto/say-used-up';
import type { Refusal } from './slice.ts';

/** What something is refused for. */
export interface Refused {
  what: 'this request' | 'another response';
  /** The purses that lack, as far as they are known. */
  lacking: readonly string[];
  budgets: readonly OwnedBudget[];
}

/** What a client is told when nothing can be reserved for what it asks for. */
export function refusalFault(refusal: Refusal, { what, lacking, budgets }: Refused): Fault {
  switch (refusal) {
    case 'empty': {
      const message =
        sayUsedUp(lacking, budgets, what) ?? `The quota of this key or its user does not cover ${what}.`;
      return fault('insufficient_user_quota', { message });
    }
    case 'unreachable':
      return fault('service_unavailable', {
        message: 'Quota cannot be checked right now. Try again shortly.',
      });
    case 'overloaded':
      return fault('too_many_requests', { retryAfterMs: 1_000 });
    case 'gone':
      return fault('service_unavailable');
    default:
      return refusal satisfies never;
  }
}
