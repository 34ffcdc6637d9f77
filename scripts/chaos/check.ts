import { findContradictions, findHeld, findUnbalanced } from '../e2e/testing/books.ts';
import { unitsPerDollar } from '../e2e/testing/units-of.ts';
import type { Served, World } from '../e2e/testing/world.ts';
import { boundedKeys, prices } from './configuration.ts';
import { countAll } from './count-all.ts';
import { explainBills } from './explain-bills.ts';
import { type Closing, joinBooks } from './join-books.ts';
import { type Asked, timedOut } from './load.ts';
import type { Random } from './random.ts';
import { type ChaosTable, findBadLines } from './table.ts';

export interface Findings {
  table: ChaosTable;
  counts: Map<string, number>;
  /** What must never be; empty when all is well. */
  violations: string[];
}

/** Compares what clients saw, what the sandbox served and what the ledger booked, when all is quiet. */
export async function checkEverything(
  world: World,
  { asked, kills, random }: { asked: readonly Asked[]; kills: number; random: Random },
): Promise<Findings> {
  const rows = await world.sql(
    "select id, kind, amount, overrun from ledger.entry where kind in ('settle', 'interrupted')",
  );
  const evidence = { asked, served: await world.served(), closings: rows as unknown as Closing[] };
  const bills = await explainBills(world.ledgerAddress, evidence, { random, unitsOf });
  const table = {
    kills,
    ...joinBooks(evidence),
    ...(await readBalances(world)),
    billsExplained: bills.agreeing,
    isReplayEqual: (await findUnbalanced(world)).length === 0,
  };
  return {
    table,
    counts: countAll(evidence),
    violations: [
      ...findBadLines(table),
      ...bills.problems,
      ...(await findContradictions({ ...world, unitsOf })),
      ...(await findHeld(world)),
      ...checkAnswers(asked, new Map(evidence.closings.map((closing) => [closing.id, closing]))),
      ...(await findOddities(world)),
    ],
  };
}

/** What purses say by themselves; `ledger verify` compares them with the entries. */
async function readBalances({ sql }: World): Promise<Pick<ChaosTable, 'openHolds' | 'overspend'>> {
  const [found] = await sql(`
    with overrun as (
      select on_path.id, sum(overrun) as units
      from ledger.entry, unnest(path) as on_path (id) where overrun > 0 group by on_path.id)
    select coalesce(sum(held), 0)::bigint as held,
      coalesce(sum(greatest(used + held - granted - coalesce(units, 0), 0)) filter (where not unlimited), 0)::bigint
        as overspent
    from ledger.purse left join overrun using (id)`);
  return { openHolds: found?.held as bigint, overspend: found?.overspent as bigint };
}

/** An answer that came to its end was settled before it did; nobody with quota was told that it is used up. */
function checkAnswers(asked: readonly Asked[], byId: ReadonlyMap<string, Closing>): string[] {
  return asked.flatMap(({ id, key, model, status, isWhole, failure }) => {
    if (failure === timedOut) return [`${id} (${model}) got no end of its answer in time`];
    if (status === 402 && !boundedKeys.includes(key)) return [`${id}: ${key} has quota and got 402`];
    if (!allowedStatuses.has(status) && faultStatus[model] !== status)
      return [`${id} (${model}) was answered ${status}`];
    if (status !== 200 || !isWhole) return [];
    const entry = byId.get(id ?? '');
    if (entry === undefined) return [`${id} was answered and has no entry`];
    if (entry.kind !== 'settle') return [`${id} was answered whole and its entry is ${entry.kind}`];
    return entry.amount === 0n && model !== 'fault-missing-usage' ? [`${id} was answered for nothing`] : [];
  });
}

/** 0 is no answer: the ingress was dead or died, or the client left. */
const allowedStatuses = new Set([0, 200, 402, 502, 503]);

/** What a fault looks like in an answer that is not streamed. */
const faultStatus: Record<string, number> = {
  'fault-status-400': 400,
  'fault-cut': 500,
  'fault-error-in-stream': 500,
};

/** What a kill alone must never lead to. */
async function findOddities(world: World): Promise<string[]> {
  const [found] = await world.sql(`
    select (select count(*) from ledger.parked) as parked,
           (select count(*) from ledger.entry where late) as late,
           (select count(*) from ledger.run where reclaimed) as reclaimed`);
  return Object.entries(found ?? {}).flatMap(([what, count]) =>
    count === 0n ? [] : [`${count} are ${what}`],
  );
}

function unitsOf({ model, usage }: Served): bigint {
  const { input = 0, output = 0, call = 0 } = prices[model] ?? {};
  const dollars = (usage.inputTokens * input + usage.outputTokens * output) / 1e6 + call;
  // Twelve digits hold every product of these prices exactly; what lies beyond is the error of floats.
  return BigInt(Math.round(Number((dollars * unitsPerDollar).toPrecision(12))));
}
