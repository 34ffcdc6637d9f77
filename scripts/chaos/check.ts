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
  const served = await world.served();
  const rows = await world.sql(
    "select id, kind, amount, overrun from ledger.entry where kind in ('settle', 'interrupted')",
  );
  const entries = rows as unknown as Entry[];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const bySandbox = groupByRequest(served);
  return {
    counts: countAll(asked, served, entries),
    violations: [
      ...checkServed(bySandbox, byId),
      ...checkAmounts(entries, bySandbox),
      ...checkAnswers(asked, byId),
      ...(await checkPurses(world)),
    ],
  };
}

function groupByRequest(served: readonly Served[]): Map<string, Served[]> {
  const groups = new Map<string, Served[]>();
  for (const record of served) {
    const id = record.requestId ?? 'none';
    groups.set(id, [...(groups.get(id) ?? []), record]);
  }
  return groups;
}

/**
 * Invariant 1, one way, and more: whatever reached the upstream has its entry, served or not, because its open record
 * was written first; and nothing was served twice.
 */
function checkServed(bySandbox: Map<string, Served[]>, byId: Map<string, Entry>): string[] {
  return [...bySandbox].flatMap(([id, records]) => {
    const times = records.filter(({ outcome }) => outcome === 'served').length;
    if (times > 1) return [`${id} was served ${times} times`];
    const outcomes = records.map(({ outcome }) => outcome).join(', ');
    return byId.has(id) ? [] : [`${id} reached the sandbox (${outcomes}) and has no entry`];
  });
}

/** Invariant 1, the other way: what is billed was served, and costs what was produced. */
function checkAmounts(entries: readonly Entry[], bySandbox: Map<string, Served[]>): string[] {
  return entries.flatMap(({ id, kind, amount }) => {
    if (amount === 0n) return [];
    const record = bySandbox.get(id)?.at(-1);
    if (record === undefined) return [`${id} is billed ${amount} and was never served`];
    if (kind === 'interrupted') return [`${id} was interrupted and is billed ${amount}`];
    const expected = unitsOf(record);
    return amount === expected
      ? []
      : [`${id} is billed ${amount} instead of ${expected} (${record.outcome})`];
  });
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

/** Invariants 2, 3 and 5. */
async function checkPurses(world: World): Promise<string[]> {
  const purses = await world.sql(`
    select purse.id, granted, used, held, unlimited,
           coalesce(booked.amount, 0)::int8 as amount, coalesce(booked.overrun, 0)::int8 as overrun
    from ledger.purse left join (
      select unnest(path) as id, sum(amount) as amount, sum(overrun) as overrun from ledger.entry
      where kind in ('settle', 'interrupted') group by 1) booked on booked.id = purse.id`);
  const [rest] = await world.sql(`
    select (select count(*) from ledger.parked) as parked,
           (select count(*) from ledger.entry where late) as late,
           (select count(*) from ledger.run where reclaimed) as reclaimed`);
  const found = (purses as unknown as PurseRow[]).flatMap(checkPurse);
  for (const [what, count] of Object.entries(rest ?? {}))
    if (count !== 0n) found.push(`${count} are ${what}`);
  return found;
}

interface PurseRow {
  id: string;
  granted: bigint;
  used: bigint;
  held: bigint;
  unlimited: boolean;
  amount: bigint;
  overrun: bigint;
}

function checkPurse({ id, granted, used, held, unlimited, amount, overrun }: PurseRow): string[] {
  const problems: string[] = [];
  if (held !== 0n) problems.push(`${id} still holds ${held}`);
  if (used !== amount) problems.push(`${id} has used ${used}, its entries say ${amount}`);
  if (!unlimited && used + held > granted + overrun) {
    problems.push(`${id} has used ${used} of ${granted}, of which ${overrun} are overruns`);
  }
  return problems;
}

const unitsPerDollar = 500_000;

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
