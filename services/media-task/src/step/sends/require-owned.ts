import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Task } from '../../task/task.ts';

/** The task, once it has moved. Throws a FaultError 500 where it was taken from this process, which was away for so long that a worker went on. */
export async function requireOwned(moved: Promise<Task | undefined>): Promise<Task> {
  const task = await moved;
  if (!task)
    throw new FaultError(fault('internal_error', { message: 'The task took too long to be submitted.' }));
  return task;
}
