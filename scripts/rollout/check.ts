import { waitFor } from '@headgate/runtime/testing/wait-for';
import { findContradictions, findHeld } from '../e2e/testing/books.ts';
import type { Cluster } from './cluster/start-cluster.ts';
import { unitsPerTask } from './configuration.ts';
import type { RolloutTable } from './table.ts';

/** Generous: it ends a wait that would never end. */
const quietMs = 180_000;

type Books = Omit<RolloutTable, 'tally' | 'replaced' | 'added'>;

/** Compares what was served with what was booked, when traffic has stopped and every gateway has been asked to. */
export async function checkBooks(cluster: Cluster): Promise<{ books: Books; problems: string[] }> {
  await becomeQuiet(cluster);
  const [runs] = await cluster.sql('select count(*)::int as count from ledger.run where finished_at is null');
  const [entries] = await cluster.sql(
    "select count(*)::int as count from ledger.entry where kind = 'settle'",
  );
  const [held] = await cluster.sql('select coalesce(sum(held), 0)::bigint as units from ledger.purse');
  const tasks = await readTasks(cluster);
  const ofTasks = new Set(tasks.map(({ closeId }) => closeId));
  const found = await findContradictions(cluster);
  // A task's entry has nothing to do with the log of text: it is compared with its task.
  const contradictions = found.filter((line) => !ofTasks.has(line.split(' ', 1)[0] ?? ''));
  const wrong = tasks.filter(({ state, entries, units }) => {
    if (state !== 'succeeded') return true;
    return entries !== 1n || units !== unitsPerTask;
  });
  return {
    books: {
      contradictions: contradictions.length,
      tasksWrong: wrong.length,
      heldUnits: held?.units as bigint,
      runsUnfinished: Number(runs?.count),
      entries: Number(entries?.count),
      isReplayEqual: !found.some((line) => replayProblem.test(line)),
    },
    problems: [
      ...contradictions,
      ...wrong.map(({ closeId, state, units }) => `the task of ${closeId} ${state} and is billed ${units}`),
      ...(await findHeld(cluster)),
    ],
  };
}

/** What the ledger says of its own books, and that it could not. */
const replayProblem = /^(?:[a-z ]+: |the ledger )/;

async function becomeQuiet({ sql }: Cluster): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const [row] = await sql(
      `select (select count(*) from media.task where finished_at is null) + (select count(*) from media.outbox)
         + (select count(*) from ledger.run where finished_at is null) as left`,
    );
    return row?.left === 0n;
  };
  // What is left is a line of the table.
  await waitFor(isQuiet, 'tasks and runs have ended', { timeoutMs: quietMs, everyMs: 250 }).catch(
    () => undefined,
  );
}

interface TaskRow {
  closeId: string;
  state: string;
  entries: bigint;
  units: bigint;
}

async function readTasks({ sql }: Cluster): Promise<TaskRow[]> {
  const rows = await sql(
    `select close_id as "closeId", state,
       (select count(*) from ledger.entry where entry.id = close_id) as entries,
       (select coalesce(sum(amount), 0)::bigint from ledger.entry where entry.id = close_id) as units
     from media.task`,
  );
  return rows as unknown as TaskRow[];
}
