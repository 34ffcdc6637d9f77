import { findContradictions, findHeld } from '../../e2e/testing/books.ts';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { Served, World } from '../../e2e/testing/world.ts';
import type { Traces } from './describe-request.ts';
import type { Lost } from './history.ts';
import { readStream } from './read-stream.ts';

/** What the books say after a restore. */
export interface Books {
  entries: number;
  parked: number;
  violations: string[];
  /** What there is to say about requests that violations name. */
  traces: Traces;
}

/** What there was before the restore. */
export interface Past extends Pick<Traces, 'known' | 'backedUpAtMs' | 'lostAtMs'> {
  lost: Lost;
}

/**
 * Every request that reached the upstream has one entry, also those after the backup and those while there was no database;
 * only those of a key whose purse was lost are parked, each of them; and a task has one however often it ended.
 */
export async function checkBooks(
  world: World,
  sql: Sql['query'],
  { lost, known, ...at }: Past,
): Promise<Books> {
  const parked = await sql('select id::text, reason from ledger.parked');
  const parkedIds = new Set(parked.map(({ id }) => String(id)));
  const withoutEntry = new Set([...parkedIds, lost.underWay.requestId]);
  const rendered = await readRendered(world);
  const served = async () => {
    const all = [...(await world.served()), ...rendered];
    return all.filter(({ requestId }) => !withoutEntry.has(requestId ?? ''));
  };
  const audited = { sql, served, ledgerAddress: world.ledgerAddress };
  const traces = {
    ...{ known, ...at, sent: await readStream(world.nats.url) },
    films: new Set(rendered.flatMap(({ requestId }) => requestId ?? [])),
  };
  const [row] = await sql('select count(*)::int as entries from ledger.entry');
  return {
    entries: Number(row?.entries),
    parked: parked.length,
    violations: [
      ...parked
        .filter(({ id, reason }) => reason !== 'unknown_purse' || !lost.requestIds.includes(String(id)))
        .map(({ id, reason }) => `${id} is parked (${reason}) although its key is there`),
      ...lost.requestIds
        .filter((id) => !parkedIds.has(id))
        .map((id) => `${id}, by a key that was lost, is not parked`),
      ...(await findContradictions(audited)),
      ...(await findHeld(audited)),
    ],
    traces,
  };
}

/** What vendors were asked to make, as the log of text has it. */
async function readRendered({ sandboxUrl }: World): Promise<Served[]> {
  const answer = await fetch(`${sandboxUrl}/media/log?on=create`);
  const creates = (await answer.json()) as { requestId: string | null }[];
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return creates.map(({ requestId }) => ({
    ...{ requestId, attempt: 1, dialect: 'media', model: 'sora-2', outcome: 'served', usage },
  }));
}
