import { Counter, Gauge, Histogram, type Registry } from '@headgate/runtime/metrics';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { ageOfDue, ageOfOutgoing, countDue, countOpen, countOutgoing } from './sql/counts.ts';
import { openStates } from './task/states.ts';

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** What a worker counts, beside what every process does. */
export function createWorkerMetrics(registry: Registry, knex: Knex) {
  const registers = [registry];
  showBacklog(registry, knex);
  const metrics = {
    submissions: countSubmissions(registry),
    pollLag: new Histogram({
      name: 'headgate_media_poll_lag_seconds',
      help: 'How much later than it was due a task was taken up.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    polls: new Counter({
      name: 'headgate_media_polls_total',
      help: 'What vendors said of tasks, by what it was taken for. `unknown` is a word that is in no table.',
      labelNames: ['found'] as const,
      registers,
    }),
    archived: new Counter({
      name: 'headgate_media_archived_total',
      help: 'Tries to bring a result to the store: copied, to be tried again, or given up.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    resealed: new Counter({
      name: 'headgate_media_resealed_total',
      help: 'Rows whose secrets this process sealed anew under the current master key.',
      registers,
    }),
    unreadable: new Gauge({
      name: 'headgate_media_unreadable_secrets',
      help: 'Rows with secrets that no master key that is set opens. The same from every worker.',
      registers,
    }),
    ended: new Counter({
      name: 'headgate_media_tasks_ended_total',
      help: 'Tasks that a worker ended, by the code of their failure. What ends `submission_unknown` is the operator’s loss.',
      labelNames: ['ending'] as const,
      registers,
    }),
  };
  // What is alerted on is there before it happens: a series that begins at 1 never rose.
  for (const outcome of ['copied', 'retried', 'given_up']) metrics.archived.inc({ outcome }, 0);
  metrics.ended.inc({ ending: 'submission_unknown' }, 0);
  return metrics;
}

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** What an api counts, beside what every process does. */
export function createApiMetrics(registry: Registry, knex: Knex) {
  showBacklog(registry, knex);
  return { submissions: countSubmissions(registry) };
}

function countSubmissions(registry: Registry) {
  const submissions = new Counter({
    name: 'headgate_media_submissions_total',
    help: 'Creates that were sent to vendors, by what became of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  submissions.inc({ outcome: 'unknown' }, 0);
  return submissions;
}

/** Read from the metrics for whoever asks how the system is. */
export const backlogGauges = {
  open_tasks: 'headgate_media_open_tasks',
  due_tasks: 'headgate_media_due_tasks',
  untold_endings: 'headgate_media_untold_endings',
};

/** What there is to do, by the database: the same from every process. */
function showBacklog(registry: Registry, knex: Knex): void {
  const registers = [registry];
  new Gauge({
    name: 'headgate_media_open_tasks',
    help: 'Tasks that have not ended, by the state that they are in. The same from every process.',
    labelNames: ['state'],
    registers,
    collect() {
      return showStates(this, knex);
    },
  });
  new Gauge({
    name: 'headgate_media_due_tasks',
    help: 'Tasks that are due and in nobody’s hands: what workers are behind with. The same from every process.',
    registers,
    collect() {
      return show(this, countDue(knex));
    },
  });
  new Gauge({
    name: 'headgate_media_oldest_due_seconds',
    help: 'How long the first of the due tasks has waited for a worker; 0 without any. The same from every process.',
    registers,
    collect() {
      return show(this, ageOfDue(knex));
    },
  });
  new Gauge({
    name: 'headgate_media_untold_endings',
    help: 'Tasks that have ended and whose end the ledger has not confirmed. The same from every process.',
    registers,
    collect() {
      return show(this, countOutgoing(knex));
    },
  });
  new Gauge({
    name: 'headgate_media_oldest_untold_seconds',
    help: 'How long ago the first of the tasks ended whose end the ledger has not confirmed; 0 without any. The same from every process.',
    registers,
    collect() {
      return show(this, ageOfOutgoing(knex));
    },
  });
}

async function showStates(gauge: Gauge<'state'>, knex: Knex): Promise<void> {
  const counts = await inTime(countOpen(knex));
  for (const state of openStates) gauge.set({ state }, counts ? (counts.get(state) ?? 0) : Number.NaN);
}

async function show(gauge: Gauge, count: Promise<number>): Promise<void> {
  gauge.set((await inTime(count)) ?? Number.NaN);
}

/** Well within the time that whoever reads metrics takes to give up. */
const countDeadlineMs = 2_000;

/** A database that is away, or does not answer, must not take the other metrics with it. */
async function inTime<T>(counted: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([counted, wait(countDeadlineMs, over.signal).then(() => undefined)]);
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}
