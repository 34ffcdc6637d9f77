import { findHeld, findUnbalanced } from '../../e2e/testing/books.ts';
import type { World } from '../../e2e/testing/world.ts';
import type { CallbackReceiver } from './callback-receiver.ts';
import { checkRepeats, readUnderKeys } from './check-repeats.ts';
import { productOf } from './configuration.ts';
import type { Submitted } from './load.ts';

/** What a run is judged by, line by line. */
export interface MediaTable {
  tasksAsked: number;
  /** Answered with a task. */
  tasksAccepted: number;
  succeeded: number;
  failed: number;
  /** SIGKILLs that were sent. */
  kills: number;
  /** How often the process or part that was struck least was struck. */
  leastStruck: number;
  /** Tasks without an end. */
  open: number;
  /** Jobs at a vendor beyond the first of one task. */
  renderedTwice: number;
  /** Closing entries of a task beyond its first. */
  settledTwice: number;
  /** Succeeded without an entry of the right amount, or failed with one that costs something. */
  billedWrong: number;
  /** Units that purses still hold. */
  heldUnits: bigint;
  /** Tasks of which nobody knows whether a vendor has them. */
  submissionsUnknown: number;
  /** Clients who were told that nobody knows whether there is a task, and there is. */
  leftOpen: number;
  /** Creates that were under way when what carries them was killed. */
  inFlightAtKills: number;
  /** Creates that were asked again under their idempotency key. */
  repeats: number;
  /** Callbacks that their receiver took, and took again. */
  callbacksTaken: number;
  callbacksTakenAgain: number;
  /** Results that came from the store as their vendors had made them, when those were gone. */
  downloaded: number;
  isReplayEqual: boolean;
}

interface TaskRow {
  id: string;
  close_id: string;
  model: string;
  state: string;
  code: string | null;
  entries: bigint;
  units: bigint;
}

interface Create {
  requestId: string | null;
  job: string | null;
}

/** Compares what clients saw, what the vendors made and what the ledger booked, when every task has ended. */
export async function checkMedia(
  world: World,
  of: {
    submitted: readonly Submitted[];
    kills: number;
    leastStruck: number;
    inFlightAtKills: number;
    told: CallbackReceiver['told'];
  },
): Promise<{ table: Omit<MediaTable, 'downloaded'>; violations: string[] }> {
  const rows = (await world.sql(
    `select task.id, close_id, model, state, failure ->> 'code' as code,
       (select count(*) from ledger.entry where entry.id = close_id) as entries,
       (select coalesce(sum(amount), 0)::bigint from ledger.entry where entry.id = close_id) as units
     from media.task`,
  )) as unknown as TaskRow[];
  const creates = (await (await fetch(`${world.sandboxUrl}/media/log?on=create`)).json()) as Create[];
  const pictures = (await world.served()).filter(({ outcome }) => outcome === 'served');
  const made = [...creates.filter(({ job }) => job !== null), ...pictures];
  const jobs = Map.groupBy(made, ({ requestId }) => requestId ?? '');
  const [held] = await world.sql('select coalesce(sum(held), 0)::bigint as units from ledger.purse');
  const isBilledWrong = ({ model, state, units }: TaskRow): boolean =>
    units !== (state === 'succeeded' ? productOf(model).units : 0n);
  const taken = [...of.told.values()].map((told) => told.taken);
  const table = {
    tasksAsked: of.submitted.length,
    tasksAccepted: of.submitted.filter(({ taskId }) => taskId !== null).length,
    succeeded: rows.filter(({ state }) => state === 'succeeded').length,
    failed: rows.filter(({ state }) => state === 'failed').length,
    kills: of.kills,
    leastStruck: of.leastStruck,
    open: rows.filter(({ state }) => state !== 'succeeded' && state !== 'failed').length,
    renderedTwice: sum([...jobs.values()].map(({ length }) => length - 1)),
    settledTwice: sum(rows.map(({ entries }) => Math.max(0, Number(entries) - 1))),
    billedWrong: rows.filter(isBilledWrong).length,
    heldUnits: held?.units as bigint,
    submissionsUnknown: rows.filter(({ code }) => code === 'submission_unknown').length,
    leftOpen: of.submitted.filter((seen) => seen.isLeftOpen && jobs.has(seen.requestId ?? '')).length,
    inFlightAtKills: of.inFlightAtKills,
    repeats: sum(of.submitted.map(({ creates }) => creates - 1)),
    callbacksTaken: sum(taken),
    callbacksTakenAgain: sum(taken.map((count) => Math.max(0, count - 1))),
    isReplayEqual: (await findUnbalanced(world)).length === 0,
  };
  const byRequest = new Map(rows.map((row) => [row.close_id, row]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    table,
    violations: [
      ...findBadLines(table),
      ...rows
        .filter(isBilledWrong)
        .map(({ id, model, state, units }) => `${id} of ${model} ${state} and is billed ${units}`),
      ...[...jobs.keys()].flatMap((id) =>
        byRequest.has(id) ? [] : [`a vendor renders ${id}, which is no task`],
      ),
      ...of.submitted.flatMap((seen) => checkSeen(seen, byId, jobs)),
      ...checkRepeats(await readUnderKeys(world), of.submitted),
      ...(await findHeld(world)),
      ...(await findParked(world)),
    ],
  };
}

function checkSeen(
  seen: Submitted,
  byId: ReadonlyMap<string, TaskRow>,
  jobs: ReadonlyMap<string, unknown>,
): string[] {
  const { requestId, status, taskId, isLeftOpen, idempotencyKey, fate, shown, wrong } = seen;
  const name = taskId ?? requestId ?? 'a request';
  const found = wrong.map((what) => `${name}: ${what}`);
  // An SDK asks again after an error: there must be nothing that could be rendered twice, unless a key says that it is the same.
  if (status >= 400 && !isLeftOpen && idempotencyKey === null && jobs.has(requestId ?? ''))
    found.push(`${name} was answered ${status} and is rendered`);
  if (taskId === null || !shown) return found;
  const task = byId.get(taskId);
  if (!task) found.push(`${name} was accepted and is not written down`);
  if (shown.status !== fate && !shown.isUnknown)
    found.push(`${name} should be ${fate}, and is ${JSON.stringify(shown)}`);
  return found;
}

function findBadLines(table: Omit<MediaTable, 'downloaded'>): string[] {
  const found = zeroLines(table).flatMap(([name, value]) =>
    BigInt(value) === 0n ? [] : [`${name}: ${value}`],
  );
  if (table.submissionsUnknown > table.inFlightAtKills) {
    found.push(`submissions unknown: ${table.submissionsUnknown}, of ${table.inFlightAtKills} in flight`);
  }
  if (table.leftOpen > table.inFlightAtKills)
    found.push(`clients told that nobody knows: ${table.leftOpen}, of ${table.inFlightAtKills} in flight`);
  if (!table.isReplayEqual) found.push('replay equal: no');
  return found;
}

function zeroLines(table: Omit<MediaTable, 'downloaded'>): [string, number | bigint][] {
  return [
    ['tasks without an end', table.open],
    ['rendered twice', table.renderedTwice],
    ['settled twice', table.settledTwice],
    ['billed wrong', table.billedWrong],
    ['units still held', table.heldUnits],
  ];
}

/** The table in Markdown. */
export function sayMediaTable(table: MediaTable): string {
  const rows: [string, unknown][] = [
    ['tasks asked', table.tasksAsked],
    ['tasks accepted', table.tasksAccepted],
    ['succeeded', table.succeeded],
    ['failed', table.failed],
    ['kills', table.kills],
    ['every process and part struck, at least', table.leastStruck],
    ...zeroLines(table),
    ['submissions unknown', table.submissionsUnknown],
    ['clients told that nobody knows', table.leftOpen],
    ['creates in flight at the kills', table.inFlightAtKills],
    ['creates asked again under their key', table.repeats],
    ['callbacks taken', table.callbacksTaken],
    ['of them once more', table.callbacksTakenAgain],
    ['results downloaded when their vendor was gone', table.downloaded],
    ['replay equal', table.isReplayEqual ? 'yes' : 'NO'],
  ];
  return ['| | |', '| --- | ---: |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}

async function findParked(world: World): Promise<string[]> {
  const [found] = await world.sql(
    `select (select count(*) from ledger.parked) as parked, (select count(*) from media.outbox) as "not told"`,
  );
  return Object.entries(found ?? {}).flatMap(([what, count]) =>
    count === 0n ? [] : [`${count} are ${what}`],
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
