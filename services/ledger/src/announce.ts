import { QuotaChanged, Recalled } from '@headgate/proto/gen/headgate/events/v1/events';
import { quotaChangedSubject, recalledSubject } from '@headgate/proto/subjects';

/** Tells gateways what they should know soon. A lost announcement costs time, never money. */
export interface Announce {
  /** Asks every run to return what it has free of these purses. */
  recalled(recallId: string, purses: string[]): void;
  /** These purses were granted more, or their limits changed. */
  quotaChanged(purses: string[]): void;
}

/** @param publish drops the message when NATS is away. */
export function createAnnounce(publish: (subject: string, data: Uint8Array) => void): Announce {
  return {
    recalled: (recallId, purses) => publish(recalledSubject, Recalled.encode({ recallId, purses }).finish()),
    quotaChanged: (purses) => publish(quotaChangedSubject, QuotaChanged.encode({ purses }).finish()),
  };
}
