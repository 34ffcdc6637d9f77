import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Report, SentTask } from '../upstreams/upstream.ts';
import { type MjOptions, readMjOptions } from './job.ts';

/** How many films a button may make: how many there shall be cannot be said with it. */
const filmsOfButton = 4;

/** What a task is held at: a call for each film that the vendor is asked for, and one for anything else. */
export function countCalls({ action, job }: MjOptions): Usage {
  const { batchSize = filmsOfButton } = job.members;
  return Usage.fromPartial({ calls: action === 'VIDEO' ? BigInt(Number(batchSize)) : 1n });
}

/** Films of a button are billed as they come, and never more than were held. */
export function countFilms(report: Report, { action, wish, usage }: SentTask): Report {
  if (report.kind !== 'succeeded' || action !== 'VIDEO') return report;
  if (readMjOptions(wish).job.route !== 'submit/action') return report;
  const films = BigInt(report.result.media.filter(({ kind }) => kind === 'video').length);
  return { ...report, usage: { ...usage, calls: films < usage.calls ? films : usage.calls } };
}
