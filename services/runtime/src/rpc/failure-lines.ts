import { FaultError } from '../errors.ts';
import { countAlike } from '../log/count-alike.ts';
import type { Log } from '../log.ts';
import { isServiceError } from './fault-details.ts';
import { unservedCall } from './unserved-call.ts';

/** What a line tells of a call. */
export interface FailedCall {
  request: unknown;
  getPath(): string;
}

/**
 * Makes what writes down why calls of one method failed. A call that was for a request has a line of its own, with the id of that;
 * of others that fail alike one in a minute has, which counts them.
 */
export function createFailureLines(log: Log, now?: () => number): (call: FailedCall, error: unknown) => void {
  const countFailure = countAlike(now);
  return (call, error) => {
    const told = tellingOf(error);
    if (told === undefined) return;
    const id = requestIdOf(call);
    if (id !== undefined) return write(log, error, { rpc: call.getPath(), requestId: id });
    const failures = countFailure(kindOf(told));
    if (failures !== undefined) write(log, error, { rpc: call.getPath(), failures });
  };
}

/** What is to be told of a failure; nothing of refusals, and of what the service that refused has told. */
function tellingOf(error: unknown): unknown {
  return error instanceof FaultError ? unservedCall(error) : error;
}

/** Failures of one kind are alike. The words of a call that failed have the time that it took in them. */
function kindOf(told: unknown): string {
  return isServiceError(told) ? String(told.code) : String(told);
}

function write(log: Log, error: unknown, about: object): void {
  if (error instanceof FaultError)
    log.warn({ cause: unservedCall(error)?.message, ...about }, 'a service did not serve');
  else log.error({ err: error, ...about }, 'rpc failed');
}

function requestIdOf({ request }: FailedCall): string | undefined {
  const { requestId } = Object(request);
  return typeof requestId === 'string' && requestId !== '' ? requestId : undefined;
}
