import type { Service } from '@headgate/runtime/lifecycle';
import { Gauge } from '@headgate/runtime/metrics';
import type { Journal } from '../journal/journal.ts';
import type { Publisher } from '../run/publisher.ts';

/** Shows what the journal of this run holds, and what of it has not left. */
export function observeJournal(
  { metrics }: Pick<Service, 'metrics'>,
  journal: Journal,
  publisher: Pick<Publisher, 'sentSeq'>,
  maxBytes: number,
): void {
  const registers = [metrics];
  new Gauge({
    name: 'headgate_text_open_requests',
    help: 'Requests between their open and close records',
    registers,
    collect() {
      this.set(journal.openRequests());
    },
  });
  new Gauge({
    name: 'headgate_text_journal_bytes',
    help: 'Disk that the journal takes, with those of runs that died before and are not finished yet',
    registers,
    collect() {
      this.set(journal.sizeBytes());
    },
  });
  new Gauge({
    name: 'headgate_text_journal_limit_bytes',
    help: 'Disk that the journal may take',
    registers,
  }).set(maxBytes);
  new Gauge({
    name: 'headgate_text_unsent_closes',
    help: 'Closes in the journal that wait for NATS',
    registers,
    collect() {
      this.set(Number(journal.lastSeq() - publisher.sentSeq()));
    },
  });
}
