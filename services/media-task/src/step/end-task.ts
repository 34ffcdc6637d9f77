import type { WorkerContext } from '../context.ts';
import { type Ending, finishTask } from '../sql/endings/finish-task.ts';
import type { FailCode } from '../task/failure.ts';
import type { Task } from '../task/task.ts';

/** Ends a task that this worker holds, and has the ledger told. False where another one ended it, and nothing changes. */
export async function endTask(
  { knex, owner, config, metrics, reach, tellSoon }: WorkerContext,
  task: Task,
  ending: Ending,
): Promise<boolean> {
  const ended = await finishTask(knex, task.id, owner, ending, {
    archives: config.archiveResults,
  });
  reach('finished');
  if (!ended) return false;
  tellSoon();
  metrics.ended.inc({ ending: ended.failure?.code ?? 'succeeded' });
  return true;
}

/** Nothing is charged. `message` is what the client reads. */
export function failTask(
  context: WorkerContext,
  task: Task,
  code: FailCode,
  message: string,
): Promise<boolean> {
  return endTask(context, task, { state: 'failed', failure: { code, message } });
}

/** Nobody knows whether its create made something, nor can find it out any more. */
export function failUnknown(context: WorkerContext, task: Task): Promise<boolean> {
  const message = 'Whether the upstream took the task could not be found out.';
  return failTask(context, task, 'submission_unknown', message);
}

/** Its deadline has come. */
export function failLate(context: WorkerContext, task: Task): Promise<boolean> {
  return failTask(context, task, 'task_timeout', 'The task took too long.');
}
