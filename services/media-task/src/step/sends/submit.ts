import type { OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { namesOf } from '../../call/names-of.ts';
import { type Blame, isCredentialRefused, Refusal } from '../../call/refusal.ts';
import type { ApiContext } from '../../context.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { moveTask } from '../../sql/moves/move-task.ts';
import type { Failure } from '../../task/failure.ts';
import type { Task } from '../../task/task.ts';
import type { Plan } from '../plans/plan.ts';
import { messageOf, toFault } from './refusal-fault.ts';
import { requireOwned } from './require-owned.ts';
import { takeBack } from './take-back.ts';
import { tryPlan } from './try-plan.ts';
import { untilWritten } from './until-written.ts';

/**
 * Holds the price of a task that is written down, if that was not done yet, and has a vendor accept it. Ends with the task queued, or with its
 * outcome unknown, which clients see as queued too: an error would make their SDKs ask again, for a second render. Throws
 * what the client shall hear where nothing was made, for certain; the task has failed by then.
 */
export async function submitTask(
  context: ApiContext,
  task: Task,
  { plans, budgets }: { plans: readonly Plan[]; budgets: readonly OwnedBudget[] },
): Promise<Task> {
  let current = task.state === 'intended' ? await holdAndNote(context, task, budgets) : task;
  const refusals: Refused[] = [];
  for (const plan of plans) {
    const tried = await tryPlan(context, current, plan);
    if (tried.kind === 'sent') return tried.task;
    const { reason } = tried;
    const { upstreamModel } = plan.candidate;
    refusals.push({ reason, names: namesOf(plan.account, { model: task.model, upstreamModel }) });
    if (isLastWord(plan, reason)) break;
    current = await requireOwned(takeBack(context, tried.task));
  }
  const { reason, names } = toTell(refusals);
  throw await abandon(context, current, toFault(reason, task.model, names), messageOf(reason, names));
}

interface Refused {
  reason: unknown;
  /** The vendor's, which a client must not hear. */
  names: string[];
}

/**
 * Whether no further way is tried. Another credential than the maker's may be of another account, whose refusal says nothing; where
 * the maker's is taken no other account has what is gone on from.
 */
function isLastWord({ goesOn }: Plan, reason: unknown): boolean {
  if (goesOn === 'as-other') return false;
  return blames(reason, 'request') || (goesOn === 'as-maker' && !isCredentialRefused(reason));
}

/**
 * The last one; but a vendor that has too much to do may take in a while what the others do not, and what is wrong with the request
 * its client can mend.
 */
function toTell(refusals: readonly Refused[]): Refused {
  const last = refusals.at(-1) ?? { reason: undefined, names: [] };
  if (blames(last.reason, 'request')) return last;
  const lastOf = (blame: Blame) => refusals.findLast(({ reason }) => blames(reason, blame));
  return lastOf('busy') ?? lastOf('request') ?? last;
}

function blames(reason: unknown, blame: Blame): boolean {
  return reason instanceof Refusal && reason.blame === blame;
}

async function holdAndNote(context: ApiContext, task: Task, budgets: readonly OwnedBudget[]): Promise<Task> {
  await holdPrice(context, task, budgets);
  const held = await requireOwned(moveTask(context.knex, { id: task.id, owner: context.owner }, 'held'));
  context.reach('held');
  return held;
}

/** Throws what the client shall hear where the price is not to be had; the task has failed by then. */
export async function holdPrice(
  context: ApiContext,
  task: Task,
  budgets: readonly OwnedBudget[],
): Promise<void> {
  const { ledger, reach } = context;
  const { holdId: id, path, amount, closeId: ref } = task;
  try {
    await ledger.hold({ id, path, amount, ref }, budgets);
    reach('hold-taken');
  } catch (error) {
    throw await abandon(context, task, error, 'nothing was held');
  }
}

/** Ends a task that no vendor has, and gives back what the client shall hear. */
async function abandon(context: ApiContext, task: Task, error: unknown, why: string): Promise<unknown> {
  const code =
    error instanceof FaultError && error.fault.status === 400 ? 'invalid_parameter' : 'upstream_unavailable';
  const failure: Failure = { code, message: why };
  const ending = { state: 'failed', failure, isRefused: true } as const;
  await untilWritten(context, task, () => finishTask(context.knex, task.id, context.owner, ending));
  context.wake();
  return error;
}
