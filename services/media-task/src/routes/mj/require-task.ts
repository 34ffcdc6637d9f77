import { fault } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../../context.ts';
import { refuse } from '../../families/refuse.ts';
import { findAccount } from '../../sql/accounts.ts';
import { findTask } from '../../sql/tasks/find-task.ts';
import { lookNow } from '../../step/polls/look-now.ts';
import { type PolledTask, requireSent } from '../../step/polls/poll.ts';
import { isTerminal } from '../../task/states.ts';
import type { Task } from '../../task/task.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { taskNotFound } from '../answer.ts';
import { callerOf } from '../caller-of.ts';
import { readSoon } from '../read-soon.ts';

/** The caller's own task of this family. */
export async function requireMjTask({ knex }: ApiContext, request: HandleRequest, id: string): Promise<Task> {
  const { userId } = callerOf(request);
  const task = await readSoon(findTask(knex, id, { userId, surfaces: ['mj'] }));
  if (!task) throw taskNotFound();
  return task;
}

/** The task that something goes on from: it has succeeded, if only since the last poll. */
export async function requireOrigin(
  context: ApiContext,
  request: HandleRequest,
  id: string,
): Promise<PolledTask> {
  const found = await requireMjTask(context, request, id);
  const task = isTerminal(found.state) ? found : await lookNow(context, found);
  // What was made at once has no id at the vendor to go on from.
  if (task.state !== 'succeeded' || task.upstreamId === null) {
    refuse('taskId', 'task_status_not_success');
  }
  return requireSent(task);
}

/** The credential that a task was made with. Throws where it cannot be opened any more. */
export async function requireAccount(
  { knex, config }: ApiContext,
  { accountId }: PolledTask,
): Promise<Account> {
  const account = await findAccount(knex, config.masterKey, accountId);
  if (!account) throw new FaultError(fault('task_channel_disable'));
  return account;
}
