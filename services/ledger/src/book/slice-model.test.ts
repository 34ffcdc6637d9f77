import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPriceBooks } from '../pricing/price-books.ts';
import { findContradictions, openPurses, settle } from '../testing/book.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import {
  closeRequest,
  freeOf,
  interruptAll,
  type ModelRun,
  type ModelSlice,
  openRequest,
  sliceOf,
  startRun,
} from '../testing/model-gateway.ts';
import { type Random, seededRandom } from '../testing/random.ts';
import { draw } from './draw.ts';
import { finishRun } from './finish-run.ts';
import { noteHeartbeat } from './heartbeat.ts';
import { returnUnits } from './return-units.ts';
import { rowsOf } from './rows.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const steps = Number(process.env.HEADGATE_TEST_STEPS ?? 1_500);
const toleranceMs = 900_000;

/** Two keys of one user, one of them limited, a model limit, and a user without any limit. */
const paths = [['key:1', 'user:1'], ['key:2', 'user:1'], ['key:1', 'key:1:model:m', 'user:1'], ['user:free']];
const grants = { 'user:1': 4_000n, 'key:1': 2_500n, 'key:1:model:m': 800n, 'key:2': null, 'user:free': null };

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, grants);
});
afterAll(() => database.drop());

/** The world between gateways and ledger: whatever is sent may be lost, doubled and overtaken. */
interface World {
  random: Random;
  runs: ModelRun[];
  dead: ModelRun[];
  /** Messages on their way: closes and totals of returns. */
  inFlight: (() => Promise<unknown>)[];
}

function send(world: World, deliver: () => Promise<unknown>): void {
  if (world.random.percent(15)) return;
  world.inFlight.push(deliver);
  if (world.random.percent(15)) world.inFlight.push(deliver);
}

const books = createPriceBooks();

function publish(world: World, closes: readonly Close[]): void {
  if (closes.length === 0) return;
  send(world, async () => {
    const { unbackedUnits, parked } = await settle(database.knex, closes, books);
    expect(unbackedUnits, 'a run spends only what its slices hold').toBe(0n);
    expect(parked).toEqual([]);
  });
}

async function request(world: World, run: ModelRun): Promise<void> {
  const { random } = world;
  const slice = sliceOf(run, random.pick(paths) ?? []);
  const reserved = BigInt(1 + random.below(60));
  if (freeOf(slice) < reserved) await drawFor(world, run, slice, reserved);
  openRequest(run, slice, reserved);
}

async function drawFor({ random }: World, run: ModelRun, slice: ModelSlice, reserved: bigint): Promise<void> {
  const need = reserved - freeOf(slice);
  const asked = { run: run.id, path: slice.path, drawNo: slice.drawNo, need, want: need * 4n };
  const answer = await draw(database.knex, asked, { toleranceMs });
  // The ledger granted, the run does not know: it asks again with the same number.
  if (random.percent(15)) return;
  slice.drawNo += 1n;
  if (answer.kind === 'granted') slice.granted = answer.grantedTotal;
}

function finishOne(world: World, run: ModelRun): void {
  const index = world.random.below(run.openRequests.length);
  const reserved = run.openRequests[index]?.reserved ?? 0n;
  const close = closeRequest(run, index, BigInt(world.random.below(Number(reserved) + 1)));
  if (close) publish(world, [close]);
}

function handBack(world: World, run: ModelRun): void {
  const slice = world.random.pick([...run.slices.values()]);
  if (!slice || freeOf(slice) <= 0n) return;
  slice.returned += BigInt(1 + world.random.below(Number(freeOf(slice))));
  const told = { path: slice.path, returnedTotal: slice.returned };
  send(world, () => returnUnits(database.knex, run.id, [told]));
}

async function resend(world: World, run: ModelRun): Promise<void> {
  const applied = (await noteHeartbeat(database.knex, run.id, BigInt(run.openRequests.length))) ?? 0n;
  publish(world, run.journal.slice(Number(applied), Number(applied) + 40));
}

function kill(world: World, run: ModelRun): void {
  interruptAll(run);
  world.runs[world.runs.indexOf(run)] = startRun();
  world.dead.push(run);
}

async function bury(world: World, run: ModelRun): Promise<void> {
  const { appliedSeq, isFinished } = await finishRun(database.knex, run.id, BigInt(run.journal.length));
  if (isFinished) world.dead.splice(world.dead.indexOf(run), 1);
  else publish(world, run.journal.slice(Number(appliedSeq)));
}

/** One random thing happens; the numbers are how often, in a hundred. */
async function step(world: World): Promise<void> {
  const { random, inFlight, dead } = world;
  const run = random.pick(world.runs) ?? startRun();
  const dice = random.below(100);
  if (dice < 30) await request(world, run);
  else if (dice < 52) finishOne(world, run);
  else if (dice < 75) await inFlight.splice(random.below(inFlight.length), 1)[0]?.();
  else if (dice < 87) handBack(world, run);
  else if (dice < 93) await resend(world, run);
  else if (dice < 95) kill(world, run);
  else if (dead.length > 0) await bury(world, random.pick(dead) ?? run);
}

test(`no loss, doubling, reordering or kill breaks the books (HEADGATE_TEST_SEED=${seed})`, async () => {
  const world: World = {
    random: seededRandom(seed),
    runs: [startRun(), startRun(), startRun()],
    dead: [],
    inFlight: [],
  };
  const everyRun = new Set(world.runs);
  for (let count = 1; count <= steps; count += 1) {
    await step(world);
    for (const run of world.runs) everyRun.add(run);
    if (count % 10 === 0) expect([count, await findContradictions(database.knex)]).toEqual([count, []]);
  }

  // Traffic stops: every run ends, and what was lost is sent again until it is booked.
  for (const run of [...world.runs]) kill(world, run);
  for (let rounds = 0; world.dead.length > 0 && rounds < 200; rounds += 1) {
    for (const run of [...world.dead]) await bury(world, run);
    for (const deliver of world.inFlight.splice(0)) await deliver();
  }
  const closes = [...everyRun].flatMap(({ journal }) => journal);
  expect(world.dead).toEqual([]);
  expect(await findContradictions(database.knex)).toEqual([]);
  expect(await rowsOf(database.knex, 'select id, held from purse where held <> 0', [])).toEqual([]);
  const [booked] = await rowsOf<{ count: bigint; amount: bigint }>(
    database.knex,
    `select count(*), sum(amount)::bigint as amount from entry where kind in ('settle', 'interrupted')`,
    [],
  );
  const billed = closes.reduce((sum, { usage }) => sum + (usage?.inputFresh ?? 0n), 0n);
  expect(booked).toEqual({ count: BigInt(closes.length), amount: billed });
  expect(closes.length).toBeGreaterThan(steps / 20);
}, 120_000);
