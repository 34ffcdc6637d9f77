import { findContradictions, findHeld } from '../../e2e/testing/books.ts';
import { unitsAt } from '../../e2e/testing/units-of.ts';
import type { World } from '../../e2e/testing/world.ts';
import { price } from './configuration.ts';
import type { Session } from './load.ts';

const unitsOf = unitsAt(price);

/** Compares what clients saw of their sessions, what the sandbox said in them and what the ledger booked, when all is quiet. */
export async function checkRealtime(world: World, sessions: readonly Session[]): Promise<string[]> {
  const rows = (await world.sql(
    `select id, ref, kind, amount from ledger.entry where kind in ('settle', 'interrupted')`,
  )) as unknown as Entry[];
  const ids = new Set(rows.map(({ id }) => id));
  const bySession = Map.groupBy(rows, ({ ref }) => ref);
  const said = Map.groupBy(await world.served(), ({ requestId }) => requestId);
  return [
    ...sessions.flatMap((session) => {
      const { requestId, isStuck } = session;
      const problems = isStuck ? [`${requestId}: a response came to no end in time`] : [];
      if (!ids.has(requestId)) problems.push(`${requestId} was open and has no entry`);
      const booked = bySession.get(requestId) ?? [];
      problems.push(...findUnbilled(session, booked));
      const costly = booked.filter(({ amount }) => amount > 0n).length;
      const times = said.get(requestId)?.length ?? 0;
      if (costly > times)
        problems.push(`${requestId}: ${costly} responses are billed, and ${times} were said`);
      return problems;
    }),
    ...(await findContradictions(world)),
    ...(await findHeld(world)),
    ...(await findOddities(world)),
  ];
}

export interface Entry {
  id: string;
  ref: string | null;
  kind: string;
  amount: bigint;
}

/** Each response whose end a client has heard of is billed by what it was told that it used. */
export function findUnbilled({ requestId, responses }: Session, booked: readonly Entry[]): string[] {
  const left = booked.filter(({ kind }) => kind === 'settle').map(({ amount }) => amount);
  return responses.flatMap(({ inputTokens, outputTokens }) => {
    const usage = { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0 };
    const at = left.indexOf(unitsOf({ usage }));
    if (at === -1)
      return [`${requestId}: a response of ${inputTokens} and ${outputTokens} tokens is not billed`];
    left.splice(at, 1);
    return [];
  });
}

/** What a kill alone must never lead to. */
async function findOddities(world: World): Promise<string[]> {
  const [found] = await world.sql(`
    select (select count(*) from ledger.parked) as parked, (select count(*) from ledger.entry where late) as late`);
  return Object.entries(found ?? {}).flatMap(([what, count]) =>
    count === 0n ? [] : [`${count} are ${what}`],
  );
}
