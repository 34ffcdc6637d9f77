import type {
  CallOptions,
  ChannelCredentials,
  ChannelOptions,
  Client,
  ClientOptions,
  ClientReadableStream,
  ClientUnaryCall,
  Metadata,
  ServiceError,
} from '@grpc/grpc-js';
import { FaultError } from '../errors.ts';
import { plain, type Security } from '../security/security.ts';
import { beginCall, failureOf, nameOf } from '../tracing/rpc-span.ts';
import { channelCredentials } from './credentials.ts';
import { faultOf, isServiceError } from './fault-details.ts';
import { clientOptions } from './options.ts';
import { polledTarget } from './polled-names.ts';

export type ClientConstructor<C extends Client> = new (
  address: string,
  credentials: ChannelCredentials,
  options?: Partial<ClientOptions>,
) => C;

/**
 * A client of every replica behind `target`, taken in turn. `target` is any grpc-js target:
 * `dns:///name:port` (looked up every two seconds), `ipv4:127.0.0.1:1,127.0.0.1:2`, `host:port`.
 */
export function connectRpc<C extends Client>(
  ClientClass: ClientConstructor<C>,
  target: string,
  security: Security = plain,
  options: ChannelOptions = {},
): C {
  return new ClientClass(polledTarget(target), channelCredentials(security), {
    ...clientOptions,
    ...options,
  });
}

type UnaryMethod<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: Partial<CallOptions>,
  callback: (error: ServiceError | null, response: Response) => void,
) => ClientUnaryCall;

/** Every call has a deadline; this one suits reads and small writes. */
const defaultDeadlineMs = 5_000;

/**
 * Calls a unary method: `call(client, client.draw, request)`. Rejects with a FaultError when the service
 * answered with a fault, whose cause is grpc-js's own error, and with that one otherwise. Its message begins with the method.
 */
export function call<Request, Response>(
  client: Client,
  method: UnaryMethod<Request, Response>,
  request: Request,
  { deadlineMs = defaultDeadlineMs, signal }: { deadlineMs?: number; signal?: AbortSignal } = {},
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const options = { deadline: Date.now() + deadlineMs };
    const { span, metadata } = beginCall(method);
    const running = method.call(client, request, metadata, options, (error, response) => {
      signal?.removeEventListener('abort', cancel);
      if (error) span.fail(String(error.code));
      span.end();
      if (!error) return resolve(response);
      reject(explain(method, error));
    });
    const cancel = (): void => running.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
  });
}

type StreamingMethod<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: Partial<CallOptions>,
) => ClientReadableStream<Response>;

/**
 * Calls a method that answers with many messages. Whoever stops reading ends the call; it rejects as `call` does.
 */
export async function* callStream<Request, Response>(
  client: Client,
  method: StreamingMethod<Request, Response>,
  request: Request,
  { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal },
): AsyncGenerator<Response> {
  signal?.throwIfAborted();
  const { span, metadata } = beginCall(method);
  const running = method.call(client, request, metadata, { deadline: Date.now() + deadlineMs });
  const cancel = (): void => running.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    // grpc-js types what a readable yields as any.
    for await (const response of running as AsyncIterable<Response>) yield response;
  } catch (error) {
    span.fail(failureOf(error));
    throw explain(method, error);
  } finally {
    span.end();
    signal?.removeEventListener('abort', cancel);
    running.cancel();
  }
}

/** A service's own words are few: `13 INTERNAL: internal error`. Whoever reads them in a log must know whose log has the rest. */
function explain(method: object, error: unknown): unknown {
  if (isServiceError(error)) error.message = `${nameOf(method)}: ${error.message}`;
  const fault = faultOf(error);
  return fault ? new FaultError(fault, { cause: error }) : error;
}
