import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Candidate } from '../../catalog/catalog.ts';
import type { ApiContext } from '../../context.ts';
import { refuse } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';
import { findAccount } from '../../sql/accounts.ts';
import { findTask } from '../../sql/tasks/find-task.ts';
import type { Plan } from '../../step/plans/plan.ts';
import { planOnward } from '../../step/plans/plan-onward.ts';
import type { Task } from '../../task/task.ts';
import { kling } from '../../upstreams/kling.ts';
import type { Account } from '../../upstreams/upstream.ts';

/** A video that the caller's key made, and whose account alone can go on from it. */
export interface Origin {
  task: Task;
  account: Account;
  upstreamVideoId: string;
}

/** Finds the video that a client names by an id of ours. Another user's is as unknown as none. */
export async function findOrigin(
  { knex, config }: ApiContext,
  userId: bigint,
  { param, id }: { param: string; id: string },
): Promise<Origin> {
  const task = await findTask(knex, id, { userId, surfaces: ['kling', 'video'] });
  if (!task) {
    throw new FaultError(
      fault('task_not_exist', { param, message: `There is no such video as ${param} names.` }),
    );
  }
  const upstreamVideoId = task.result?.media[0]?.upstreamId;
  const { accountId } = task;
  if (upstreamVideoId === undefined || accountId === null) {
    refuse(param, `${param} names no video that has succeeded and that can be gone on from.`);
  }
  const account = await findAccount(knex, config.masterKey, accountId);
  if (account?.provider !== kling.provider) throw new FaultError(fault('task_channel_disable'));
  return { task, account, upstreamVideoId };
}

/** By the channel that made the video. What is gone on from keeps its mode and its length. */
export function planFollowUp(
  wish: Wish,
  candidates: readonly Candidate[],
  { task, account, upstreamVideoId }: Origin,
): [Plan, ...Plan[]] {
  const candidate = candidates.find(({ channel }) => channel.id === task.channelId);
  if (!candidate) throw new FaultError(fault('task_channel_disable'));
  const video = {
    kind: 'video',
    role: 'reference',
    source: { asset: upstreamVideoId },
    options: { member: 'video_id' },
  } as const;
  const lengthMs = task.result?.secondsMs ?? task.wish.secondsMs;
  const whole: Wish = {
    ...wish,
    references: [video, ...wish.references],
    ...(lengthMs !== undefined && { secondsMs: billedMs(lengthMs) }),
    options: {
      ...(task.wish.options.mode !== undefined && { mode: task.wish.options.mode }),
      ...wish.options,
    },
  };
  const order = kling.resolve(whole, candidate.upstreamModel);
  return planOnward({ candidate, account, upstream: kling, order }, account);
}

const billedStepMs = 5_000;
/** Videos come out a little longer than they were asked for. */
const surplusMs = 500;

/** A video is billed by every five seconds that it has begun. */
function billedMs(lengthMs: number): number {
  return Math.max(1, Math.ceil((lengthMs - surplusMs) / billedStepMs)) * billedStepMs;
}
