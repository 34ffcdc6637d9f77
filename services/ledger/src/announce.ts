import { Notice, QuotaChanged, Recalled } from '@headgate/proto/gen/headgate/events/v1/events';
import { noticeGivenSubject, quotaChangedSubject, recalledSubject } from '@headgate/proto/subjects';
import { type Notice as BookedNotice, toMessage } from './book/notices/notice.ts';

/** Tells gateways, and who sends notices on, what they should know soon. A lost announcement costs time, never money. */
export interface Announce {
  /** Asks every run to return what it has free of these purses. */
  recalled(recallId: string, purses: string[]): void;
  /** These purses were granted more, or their limits changed. */
  quotaChanged(purses: string[]): void;
  /** These notices are committed: who missed it finds them in the list. */
  noticesGiven(notices: readonly BookedNotice[]): void;
}

/** @param publish drops the message when NATS is away. */
export function createAnnounce(publish: (subject: string, data: Uint8Array) => void): Announce {
  return {
    recalled: (recallId, purses) => publish(recalledSubject, Recalled.encode({ recallId, purses }).finish()),
    quotaChanged: (purses) => publish(quotaChangedSubject, QuotaChanged.encode({ purses }).finish()),
    noticesGiven: (notices) => {
      for (const notice of notices) publish(noticeGivenSubject, Notice.encode(toMessage(notice)).finish());
    },
  };
}
