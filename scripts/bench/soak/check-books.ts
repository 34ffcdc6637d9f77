import { waitFor } from '@headgate/runtime/testing/wait-for';
import { readServed } from '../../chaos/read-served.ts';
import { findContradictions, findHeld } from '../../e2e/testing/books.ts';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { Served } from '../../e2e/testing/world.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { readMetric } from './samples.ts';

/** Generous: slices are handed back after seconds, and films that were begun come to their ends. */
const quietWithinMs = 300_000;

/** Waits until nothing is under way; gives a line for everything that is still, or that is wrong in the books. */
export async function checkBooks(
  dev: DevFile,
  { sql, sandboxLogFile }: { sql: Sql; sandboxLogFile: string },
): Promise<string[]> {
  const findOpen = async (): Promise<string[]> => [
    ...(await findHeld({ sql: sql.query })),
    ...(await findOpenTasks(sql)),
    ...(await findOpenRequests(dev)),
  ];
  let open: string[] = [];
  const isQuiet = async (): Promise<boolean> => {
    open = await findOpen();
    return open.length === 0;
  };
  await waitFor(isQuiet, 'nothing is under way', { timeoutMs: quietWithinMs, everyMs: 1_000 }).catch(
    () => undefined,
  );
  const contradictions = await findContradictions({
    sql: sql.query,
    served: async () => [...readServed(sandboxLogFile), ...(await readFilms(sql))],
    ledgerAddress: dev.services.ledger?.[0]?.rpcAddress ?? '',
  });
  return [...open, ...contradictions, ...(await findMisbilledTasks(sql))];
}

async function findOpenTasks(sql: Sql): Promise<string[]> {
  const [found] = await sql.query(
    `select (select count(*) from media.task where finished_at is null) as "tasks are open",
       (select count(*) from media.outbox) as "ends are not told",
       (select count(*) from ledger.parked) as "events are parked"`,
  );
  return Object.entries(found ?? {}).flatMap(([what, count]) => (count === 0n ? [] : [`${count} ${what}`]));
}

/** What a limit of requests at the same time would go by. */
async function findOpenRequests(dev: DevFile): Promise<string[]> {
  const ingresses = dev.services.ingress ?? [];
  const metrics = await Promise.all(
    ingresses.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
  );
  return metrics.flatMap((text) => {
    const count = readMetric(text, 'headgate_ingress_open_requests');
    return count === 0 ? [] : [`${count} requests are open at an ingress`];
  });
}

/** What vendors have made is in a log of another kind: whether it is billed as it should be is looked at below. */
async function readFilms(sql: Sql): Promise<Served[]> {
  const made = await sql.query(`select close_id as id from media.task where state = 'succeeded'`);
  const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return made.map(({ id }) => ({
    requestId: String(id),
    attempt: 1,
    dialect: 'films',
    model: 'sora-2',
    outcome: 'served',
    usage,
  }));
}

/** A film that was made costs something once; one that was not costs nothing. */
async function findMisbilledTasks(sql: Sql): Promise<string[]> {
  const rows = await sql.query(
    `select task.id, state, count(entry.id) as entries, coalesce(sum(entry.amount), 0) as units
     from media.task left join ledger.entry on entry.id = close_id group by task.id, state
     having count(entry.id) <> 1 or (state = 'succeeded') <> (coalesce(sum(entry.amount), 0) > 0)`,
  );
  return rows.map(({ id, state, entries, units }) => `${id} ${state}, with ${entries} entries of ${units}`);
}
