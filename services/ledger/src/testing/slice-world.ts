import { deepEqual, equal } from 'node:assert/strict';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { finishRun } from '../book/runs/finish-run.ts';
import { noteHeartbeat } from '../book/runs/heartbeat.ts';
import { findOpenRuns, reclaimRun } from '../book/runs/reclaim.ts';
import { draw } from '../book/slices/draw.ts';
import { returnUnits } from '../book/slices/return-units.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { openPurses, settle } from './book.ts';
import { endTasks, type HoldWorld, stepTasks } from './hold-world.ts';
import {
  closeRequest,
  freeOf,
  interruptAll,
  type ModelRun,
  type ModelSlice,
  openRequest,
  sliceOf,
  startRun,
} from './model-gateway.ts';
import type { Random } from './random.ts';

/** The world between gateways and ledger: whatever is sent may be lost, doubled and overtaken. */
export interface SliceWorld {
  knex: Knex;
  random: Random;
  paths: readonly string[][];
  /** What limited purses are granted now. */
  grants: Map<string, bigint>;
  /** Runs that serve. */
  runs: ModelRun[];
  /** Runs that the ledger does not hear: they admit nothing, and end what they have begun. */
  silent: ModelRun[];
  /** Runs that are over, but not yet for the ledger. */
  dead: ModelRun[];
  everyRun: Set<ModelRun>;
  /** Messages on their way: closes, totals of returns, copies of draws. */
  inFlight: (() => Promise<unknown>)[];
  /** Units by which each purse may exceed its grant: it was lowered, or closes came late, since the last look. */
  allowances: Map<string, bigint>;
  /** What closes of reclaimed runs consumed, as the ledger reported it. */
  unbacked: bigint;
  /** Media tasks on the same purses. */
  media: HoldWorld;
}

const toleranceMs = 900_000;
const books = createPriceBooks();

export async function createSliceWorld(
  of: Pick<SliceWorld, 'knex' | 'random' | 'paths'>,
  grants: Record<string, bigint | null>,
): Promise<SliceWorld> {
  await openPurses(of.knex, grants);
  const limited = Object.entries(grants).flatMap(([id, total]): [string, bigint][] =>
    total === null ? [] : [[id, total]],
  );
  const runs = [startRun(), startRun(), startRun()];
  const media: HoldWorld = {
    ...of,
    tasks: [],
    billed: [],
    send: (deliver) => send(world, deliver),
    publish: (closes) => publish(world, closes),
  };
  const world: SliceWorld = {
    ...of,
    grants: new Map(limited),
    runs,
    silent: [],
    dead: [],
    everyRun: new Set(runs),
    inFlight: [],
    allowances: new Map(),
    unbacked: 0n,
    media,
  };
  return world;
}

/** One random thing happens; the numbers are how often, in a thousand. */
export async function step(world: SliceWorld): Promise<void> {
  const { random, inFlight, dead, silent } = world;
  const run = random.pick(world.runs) ?? startRun();
  const dice = random.below(1_000);
  if (dice < 60) await stepTasks(world.media);
  else if (dice < 290) await request(world, run);
  else if (dice < 490) finishOne(world, random.pick([run, run, ...silent]) ?? run);
  else if (dice < 720) await inFlight.splice(random.below(inFlight.length), 1)[0]?.();
  else if (dice < 820) handBack(world, run);
  else if (dice < 880) await resend(world, run);
  else if (dice < 895) kill(world, run);
  else if (dice < 905) drain(world, run);
  else if (dice < 920) replace(world, run, silent);
  else if (dice < 935) await reclaim(world, random.pick(silent));
  else if (dice < 945) await wake(world, random.pick(silent));
  else if (dice < 965) await regrant(world, random.pick([...world.grants.keys()]) ?? '');
  else if (dead.length > 0) await bury(world, random.pick(dead) ?? run);
}

/** Traffic stops: every run ends, and what was lost is sent again until it is booked. */
export async function endTraffic(world: SliceWorld): Promise<void> {
  for (const run of [...world.runs]) kill(world, run);
  for (const run of [...world.silent]) await wake(world, run);
  const isOver = (): boolean => world.dead.length === 0 && world.media.tasks.length === 0;
  for (let rounds = 0; !isOver() && rounds < 200; rounds += 1) {
    for (const run of [...world.dead]) await bury(world, run);
    await endTasks(world.media);
    for (const deliver of world.inFlight.splice(0)) await deliver();
  }
}

function send({ random, inFlight }: SliceWorld, deliver: () => Promise<unknown>): void {
  if (random.percent(15)) return;
  inFlight.push(deliver);
  if (random.percent(15)) inFlight.push(deliver);
}

function publish(world: SliceWorld, closes: readonly Close[]): void {
  if (closes.length === 0) return;
  send(world, async () => {
    const { entries, unbackedUnits, parked } = await settle(world.knex, closes, books);
    const late = entries.filter((entry) => entry.late);
    const amount = late.reduce((sum, entry) => sum + entry.amount, 0n);
    equal(unbackedUnits, amount, 'what is spent is held, until it is taken back');
    deepEqual(parked, []);
    for (const entry of late) for (const purse of entry.path) allow(world, purse, entry.amount);
    world.unbacked += unbackedUnits;
  });
}

function allow({ allowances }: SliceWorld, purse: string, units: bigint): void {
  allowances.set(purse, (allowances.get(purse) ?? 0n) + units);
}

async function request(world: SliceWorld, run: ModelRun): Promise<void> {
  const { random } = world;
  const slice = sliceOf(run, random.pick(world.paths) ?? []);
  const reserved = BigInt(1 + random.below(60));
  if (freeOf(slice) < reserved) await drawFor(world, run, slice, reserved);
  openRequest(run, slice, reserved);
}

async function drawFor(world: SliceWorld, run: ModelRun, slice: ModelSlice, reserved: bigint): Promise<void> {
  const need = reserved - freeOf(slice);
  const asked = { run: run.id, path: slice.path, drawNo: slice.drawNo, need, want: need * 4n };
  const ask = () => draw(world.knex, asked, { toleranceMs });
  if (world.random.percent(15)) world.inFlight.push(ask);
  // It comes after its caller's deadline, perhaps after the run itself.
  if (world.random.percent(10)) return void world.inFlight.push(ask);
  const answer = await ask();
  // The ledger granted, the run does not know: it asks again with the same number.
  if (world.random.percent(15)) return;
  slice.drawNo += 1n;
  if (answer.kind === 'granted') slice.granted = answer.grantedTotal;
}

function finishOne(world: SliceWorld, run: ModelRun): void {
  const index = world.random.below(run.openRequests.length);
  const reserved = run.openRequests[index]?.reserved ?? 0n;
  const close = closeRequest(run, index, BigInt(world.random.below(Number(reserved) + 1)));
  if (close) publish(world, [close]);
}

function handBack(world: SliceWorld, run: ModelRun): void {
  const slice = world.random.pick([...run.slices.values()]);
  if (!slice || freeOf(slice) <= 0n) return;
  slice.returned += BigInt(1 + world.random.below(Number(freeOf(slice))));
  const told = { path: slice.path, returnedTotal: slice.returned };
  send(world, () => returnUnits(world.knex, run.id, [told]));
}

async function resend(world: SliceWorld, run: ModelRun): Promise<void> {
  const applied = (await noteHeartbeat(world.knex, run.id, BigInt(run.openRequests.length))) ?? 0n;
  publish(world, run.journal.slice(Number(applied), Number(applied) + 40));
}

/** Takes a run out of service, and begins another. */
function replace(world: SliceWorld, run: ModelRun, to: ModelRun[]): void {
  const successor = startRun();
  world.runs[world.runs.indexOf(run)] = successor;
  world.everyRun.add(successor);
  to.push(run);
}

function kill(world: SliceWorld, run: ModelRun): void {
  interruptAll(run);
  replace(world, run, world.dead);
}

/** Ends a run in order: what is open ends, and what is free is handed back. */
function drain(world: SliceWorld, run: ModelRun): void {
  while (run.openRequests.length > 0) finishOne(world, run);
  for (const _ of run.slices) handBack(world, run);
  replace(world, run, world.dead);
}

/** The ledger has not heard a run for the whole time. What the run has sent may still arrive. */
async function reclaim({ knex }: SliceWorld, run: ModelRun | undefined): Promise<void> {
  const open = (await findOpenRuns(knex)).find(({ id }) => id === run?.id);
  if (open) await reclaimRun(knex, open);
}

/** A silent run is heard again: it ends in order, or at once when it was reclaimed. */
async function wake(world: SliceWorld, run: ModelRun | undefined): Promise<void> {
  if (!run) return;
  world.silent.splice(world.silent.indexOf(run), 1);
  const applied = await noteHeartbeat(world.knex, run.id, BigInt(run.openRequests.length));
  if (applied === undefined) interruptAll(run);
  while (run.openRequests.length > 0) finishOne(world, run);
  world.dead.push(run);
}

/** Tops a purse up, or lowers its grant, also below what is used and held. */
async function regrant(world: SliceWorld, purse: string): Promise<void> {
  const before = world.grants.get(purse) ?? 0n;
  const change = BigInt(world.random.below(1_500) - 500);
  const total = before + change > 0n ? before + change : 0n;
  world.grants.set(purse, total);
  if (total < before) allow(world, purse, before - total);
  await openPurses(world.knex, { [purse]: total });
}

async function bury(world: SliceWorld, run: ModelRun): Promise<void> {
  const { appliedSeq, isFinished } = await finishRun(world.knex, run.id, BigInt(run.journal.length));
  if (isFinished) world.dead.splice(world.dead.indexOf(run), 1);
  else publish(world, run.journal.slice(Number(appliedSeq)));
}
