import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Task } from '../../task/task.ts';

/** Whoever held the task does no longer: the same was asked for again, or a worker went on after it was away for too long. */
export class TakenError extends FaultError {
  constructor() {
    super(fault('internal_error', { message: 'The task took too long to be submitted.' }));
  }
}

/** The task, once it has moved. Throws a TakenError where it was taken from this process. */
export async function requireOwned(moved: Promise<Task | undefined>): Promise<Task> {
  const task = await moved;
  if (!task) throw new TakenError();
  return task;
}
