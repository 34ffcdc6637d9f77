import { randomUUID } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { releaseHold } from '../book/holds/end-hold.ts';
import { findHolds } from '../book/holds/hold.ts';
import { takeHold } from '../book/holds/take-hold.ts';
import { makeHoldClose } from './close.ts';
import type { Random } from './random.ts';

/** What the media service keeps of one task: its row, and its outbox once it is over. */
export interface ModelTask {
  id: string;
  path: string[];
  amount: bigint;
  /** It was told that its units are held, and so may cost something. */
  isHeld: boolean;
  /** How it ended: billed, or not. A success after its timeout is told all the same. */
  outbox: { isReleased: boolean; close: Close | undefined } | undefined;
}

/** The world of `slice-world.ts`, as tasks see it. */
export interface HoldWorld {
  knex: Knex;
  random: Random;
  paths: readonly string[][];
  tasks: ModelTask[];
  /** Everything that was billed, to compare with in the end. */
  billed: Close[];
  /** Sends something that may be lost, doubled and overtaken. */
  send(deliver: () => Promise<unknown>): void;
  publish(closes: readonly Close[]): void;
}

const maxTasks = 12;

/** One random thing happens to tasks. */
export async function stepTasks(world: HoldWorld): Promise<void> {
  const { random, tasks } = world;
  const task = random.pick(tasks);
  if (tasks.length < maxTasks && random.percent(40)) return begin(world);
  if (!task) return;
  if (task.outbox) return tellEnd(world, task);
  if (!task.isHeld && random.percent(60)) return ask(world, task);
  end(world, task);
}

/** Every task ends, and its end is told until the ledger has it. */
export async function endTasks(world: HoldWorld): Promise<void> {
  for (const task of world.tasks) if (!task.outbox) end(world, task);
  for (const task of [...world.tasks]) await tellEnd(world, task);
}

async function begin(world: HoldWorld): Promise<void> {
  const path = world.random.pick(world.paths) ?? [];
  const amount = BigInt(1 + world.random.below(80));
  const task = { id: randomUUID(), path, amount, isHeld: false, outbox: undefined };
  world.tasks.push(task);
  await ask(world, task);
}

async function ask({ knex, random, send }: HoldWorld, task: ModelTask): Promise<void> {
  const { id, path, amount } = task;
  const take = () => takeHold(knex, { id, path, amount, ref: 'model' });
  // It comes after its caller's deadline, perhaps after the release.
  if (random.percent(20)) return send(take);
  const { kind } = await take();
  if (random.percent(15)) return;
  task.isHeld = kind === 'held';
}

function end({ random, billed }: HoldWorld, task: ModelTask): void {
  const isBilled = task.isHeld && random.percent(60);
  const inputTokens = BigInt(random.below(Number(task.amount) + 1));
  const close = isBilled ? makeHoldClose({ holdId: task.id, path: task.path, inputTokens }) : undefined;
  // Now and then a timeout and a success are both told.
  task.outbox = { close, isReleased: !isBilled || random.percent(20) };
  if (close) billed.push(close);
}

/** The outbox: sent again and again, and forgotten when the ledger says that the hold has ended as it should. */
async function tellEnd(world: HoldWorld, task: ModelTask): Promise<void> {
  const { knex, tasks } = world;
  if (!task.outbox) return;
  const { isReleased, close } = task.outbox;
  const [hold] = await findHolds(knex, [task.id]);
  if (hold?.state === (close ? 'closed' : 'released')) return void tasks.splice(tasks.indexOf(task), 1);
  if (isReleased) world.send(() => releaseHold(knex, task.id));
  if (close) world.publish([close]);
}
