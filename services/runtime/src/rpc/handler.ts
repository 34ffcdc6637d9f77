import { setImmediate } from 'node:timers/promises';
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import { FaultError } from '../errors.ts';
import type { Log } from '../log.ts';
import { beginServing } from '../tracing/rpc-span.ts';
import { createFailureLines } from './failure-lines.ts';
import { toStatus } from './fault-details.ts';

/**
 * Makes a unary handler of a plain function. A FaultError reaches the caller whole; anything else is logged
 * here, once, and the caller learns only that it happened. What nobody waits for any more is not begun.
 * Where a fault is that another service did not serve, the log says which one: the caller cannot know.
 */
export function unary<Request, Response>(
  log: Log,
  run: (request: Request) => Promise<Response> | Response,
): handleUnaryCall<Request, Response> {
  const logFailure = createFailureLines(log);
  return async (call, callback) => {
    if (await isGivenUp(call)) return callback({ code: status.CANCELLED });
    const span = beginServing({ metadata: call.metadata, path: call.getPath() });
    try {
      callback(null, await span.run(() => run(call.request)));
    } catch (error) {
      span.fail(wordOf(error));
      logFailure(call, error);
      callback(toStatus(error));
    } finally {
      span.end();
    }
  };
}

/** That a call was given up is read within this many turns of the event loop after the call: 1 of who lives, 3 of who died. */
const turnsToHear = 8;

/**
 * Whether the caller has gone. A process that was stopped reads, once it goes on, what it was asked for meanwhile, and what became
 * of the callers only then: these may have asked another replica long ago, for the same or for something else.
 */
async function isGivenUp(call: ServerUnaryCall<unknown, unknown>): Promise<boolean> {
  for (let turns = 0; turns < turnsToHear && !call.cancelled; turns += 1) await setImmediate();
  return call.cancelled;
}

/**
 * Makes a handler that answers with many messages of a function that sends them, for as long as `signal` says that
 * somebody listens. Faults and failures are told as those of a unary call.
 */
export function serverStream<Request, Response>(
  log: Log,
  run: (request: Request, send: (response: Response) => void, signal: AbortSignal) => Promise<void>,
): handleServerStreamingCall<Request, Response> {
  const logFailure = createFailureLines(log);
  return async (call) => {
    const gone = new AbortController();
    call.on('cancelled', () => gone.abort(new Error('the caller has gone')));
    const span = beginServing({ metadata: call.metadata, path: call.getPath() });
    try {
      await span.run(() => run(call.request, (response) => call.write(response), gone.signal));
      call.end();
    } catch (error) {
      span.fail(wordOf(error));
      if (gone.signal.aborted) return;
      logFailure(call, error);
      call.emit('error', toStatus(error));
    } finally {
      span.end();
    }
  };
}

/** The code of a fault may be of an upstream’s choosing. */
function wordOf(error: unknown): string {
  return error instanceof FaultError ? String(error.fault.status) : 'internal';
}
