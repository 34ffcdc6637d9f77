import { Refusal } from './refusal.ts';
import { SendError } from './send.ts';

/** Whether a create that ended with this made nothing, for certain. Only then may it be sent again, or its client hear an error. */
export function madeNothing(error: unknown): error is Refusal | SendError {
  return error instanceof Refusal || (error instanceof SendError && !error.wasSent);
}
