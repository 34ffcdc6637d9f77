import type { Service } from '@headgate/runtime/lifecycle';
import { Gauge } from '@headgate/runtime/metrics';
import type { Journal } from './journal/journal.ts';
import type { Publisher } from './run/publisher.ts';

/** Shows what the journal of this run holds, and what of it has not left. */
export function observeJournal(
  { metrics }: Pick<Service, 'metrics'>,
  journal: Journal,
  publisher: Pick<Publisher, 'sentSeq'>,
  maxBytes: number,
): void {
  const show = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(read());
      },
    });
  };
  show('headgate_text_open_requests', 'Requests between their open and close records', journal.openRequests);
  show('headgate_text_journal_bytes', 'Disk that the journal of this run takes', journal.sizeBytes);
  show('headgate_text_journal_limit_bytes', 'Disk that the journal may take', () => maxBytes);
  show('headgate_text_unsent_closes', 'Closes in the journal that wait for NATS', () =>
    Number(journal.lastSeq() - publisher.sentSeq()),
  );
}
