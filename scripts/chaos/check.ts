import { findContradictions, findHeld } from '../e2e/testing/books.ts';
import { unitsPerDollar } from '../e2e/testing/units-of.ts';
import type { Served, World } from '../e2e/testing/world.ts';
import { boundedKeys, prices } from './configuration.ts';
import type { Asked } from './load.ts';

export interface Findings {
  counts: Map<string, number>;
  /** What must never be; empty when all is well. */
  violations: string[];
}

interface Entry {
  id: string;
  kind: 'settle' | 'interrupted';
  amount: bigint;
  overrun: bigint;
}

/** Compares what clients saw, what the sandbox served and what the ledger booked, when all is quiet. */
export async function checkEverything(world: World, asked: readonly Asked[]): Promise<Findings> {
  const rows = await world.sql(
    "select id, kind, amount, overrun from ledger.entry where kind in ('settle', 'interrupted')",
  );
  const entries = rows as unknown as Entry[];
  return {
    counts: countAll(asked, await world.served(), entries),
    violations: [
      ...(await findContradictions({ ...world, unitsOf })),
      ...(await findHeld(world)),
      ...checkAnswers(asked, new Map(entries.map((entry) => [entry.id, entry]))),
      ...(await findOddities(world)),
    ],
  };
}

/** An answer that came to its end was settled before it did; nobody with quota was told that it is used up. */
function checkAnswers(asked: readonly Asked[], byId: Map<string, Entry>): string[] {
  return asked.flatMap(({ id, key, model, status, isWhole }) => {
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

/** 0 is no answer: the ingress was killed, or the client left. */
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

function countAll(
  asked: readonly Asked[],
  served: readonly Served[],
  entries: readonly Entry[],
): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { status, isWhole, hasLeft } of asked) {
    count('requests');
    count(status === 200 ? `answered 200, ${describeEnd(isWhole, hasLeft)}` : `answered ${status}`);
  }
  for (const { outcome } of served) count(`sandbox: ${outcome}`);
  for (const { kind, amount, overrun } of entries) {
    count(`entries: ${kind}${amount === 0n ? ' of 0' : ''}`);
    if (overrun > 0n) count('entries with an overrun');
  }
  return new Map([...counts].sort());
}

function describeEnd(isWhole: boolean, hasLeft: boolean): string {
  if (isWhole) return 'whole';
  return hasLeft ? 'client left' : 'broken off';
}
