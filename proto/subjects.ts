/**
 * Every subject on NATS and the one stream, in one place. Subjects carry the message of
 * `headgate/events/v1/events.proto` named beside them, in protobuf's binary form.
 */

/** Carried by JetStream, kept until the ledger has booked them. */
export const closesSubject = 'headgate.billing.closes'; // CloseBatch

/** Carried by core NATS: a lost message costs time, never money. */
export const versionsSubject = 'headgate.account.versions'; // VersionsAnnounced
export const recalledSubject = 'headgate.ledger.recalled'; // Recalled
export const recallAnsweredSubject = 'headgate.ledger.recall-answered'; // RecallAnswered
export const mediaDueSubject = 'headgate.media.due'; // empty: a task or the outbox is due
export const quotaChangedSubject = 'headgate.ledger.quota-changed'; // QuotaChanged
export const statusSubject = 'headgate.status'; // StatusAnnounced
export const noticeGivenSubject = 'headgate.ledger.notice-given'; // Notice

/** A stream's definition, in the words of JetStream's own configuration. */
export interface StreamDefinition {
  name: string;
  subjects: string[];
  maxAgeMs: number;
  maxBytes: number;
  /** How many servers of a NATS cluster keep it. */
  replicas: number;
}

/**
 * The billing stream. It refuses new messages when full (`discard: new`): the default would delete closes
 * that nobody has booked. Ledger and every publisher make it anew from this definition when it is missing, with as many
 * replicas as they are configured to ask for.
 */
export const billingStream: StreamDefinition = {
  name: 'HEADGATE_BILLING',
  subjects: ['headgate.billing.>'],
  maxAgeMs: 7 * 24 * 60 * 60 * 1000,
  maxBytes: 4 * 1024 ** 3,
  replicas: 1,
};
