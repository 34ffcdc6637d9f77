import type { handleUnaryCall } from '@grpc/grpc-js';
import { FaultError } from '../errors.ts';
import type { Log } from '../log.ts';
import { toStatus } from './fault-details.ts';

/**
 * Makes a unary handler of a plain function. A FaultError reaches the caller whole; anything else is logged
 * here, once, and the caller learns only that it happened.
 */
export function unary<Request, Response>(
  log: Log,
  run: (request: Request) => Promise<Response> | Response,
): handleUnaryCall<Request, Response> {
  return async (call, callback) => {
    try {
      callback(null, await run(call.request));
    } catch (error) {
      if (!(error instanceof FaultError)) log.error({ err: error, rpc: call.getPath() }, 'rpc failed');
      callback(toStatus(error));
    }
  };
}
