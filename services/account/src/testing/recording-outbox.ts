import type { Outbox } from '../mails/outbox.ts';
import type { Mail } from '../mails/send-mail.ts';

/** Keeps what would be sent. */
export interface RecordingOutbox extends Outbox {
  /** Resolves once all that was put has been written. */
  sent(): Promise<Mail[]>;
}

export function createRecordingOutbox(): RecordingOutbox {
  const written: Promise<Mail | undefined>[] = [];
  return {
    isOn: true,
    put(write) {
      written.push(write());
    },
    async sent() {
      return (await Promise.all(written)).filter((mail) => mail !== undefined);
    },
  };
}
