import type { Socket } from 'node:net';
import { fault as makeFault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '@headgate/runtime/errors';
import { faultOf, isServiceError } from '@headgate/runtime/rpc/fault-details';
import type { Context } from '../context.ts';
import { wrapFault } from '../envelopes/envelopes.ts';
import { ClientGone } from './client-gone.ts';
import { type Exchange, release } from './exchange.ts';

/** How long a refused client may go on sending its body, so that it gets to read the refusal. */
const lingerMs = 2_000;

/** Answers with a whole JSON body. */
export function answerJson(exchange: Exchange, status: number, value: unknown): void {
  answer(exchange, status, { 'content-type': 'application/json' }, JSON.stringify(value));
}

/** Answers with a whole body that a service made. */
export function answerBytes(exchange: Exchange, status: number, type: string, body: Buffer): void {
  answer(exchange, status, { 'content-type': type }, body);
}

/** Answers with a fault in the envelope of the row. */
export function answerFault(exchange: Exchange, fault: Fault): void {
  if (fault.ofClient) exchange.isOfClient = true;
  const { status, headers, body } = wrapFault(exchange.envelope, fault, exchange.id);
  answer(exchange, status, headers, body);
}

/** Answers what a step threw. Whatever is not a fault is logged here, once. */
export function answerError(context: Context, exchange: Exchange, error: unknown): void {
  if (error instanceof ClientGone) {
    exchange.abort = 'client gone';
    exchange.response.destroy();
    return;
  }
  if (exchange.response.headersSent) {
    context.log.error({ err: error, requestId: exchange.id }, 'failed after the answer had begun');
    exchange.response.destroy();
    return;
  }
  answerFault(exchange, toFault(context, exchange, error));
}

function toFault(context: Context, exchange: Exchange, error: unknown): Fault {
  if (error instanceof FaultError) {
    if (isOutage(error)) logCause(context, exchange, error.cause);
    return error.fault;
  }
  if (isServiceError(error)) {
    logCause(context, exchange, error);
    return makeFault('service_unavailable');
  }
  context.log.error({ err: error, requestId: exchange.id }, 'request failed');
  return makeFault('internal_error');
}

/** What a service answered of a model or an upstream is no failure of that service: a client that asks for no model we have gets 503. */
function isOutage({ fault, cause }: FaultError): boolean {
  if (fault.status < 500 || !cause) return false;
  return fault.code === 'service_unavailable' || faultOf(cause) === undefined;
}

/** In few words: while a service is away, every request gets here. */
function logCause({ log }: Context, { id }: Exchange, cause: unknown): void {
  const words = cause instanceof Error ? cause.message : String(cause);
  log.warn({ cause: words, requestId: id }, 'a service did not serve');
}

/** A body that is text leaves in one piece with its head, bytes do not. */
function answer(
  exchange: Exchange,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  const { request, response } = exchange;
  release(exchange);
  if (response.headersSent || response.destroyed) return;
  const sizeBytes = Buffer.byteLength(body);
  exchange.sentBytes += sizeBytes;
  response.writeHead(status, { ...headers, 'content-length': sizeBytes });
  if (!request.complete) keepReading(exchange);
  response.end(body);
}

/**
 * Closing while the client still sends would reset the connection under the answer. Node does just that behind an answer
 * that says `connection: close`: where one side wished for no further request, or the client was not told to send its body.
 * So the wish is taken from it, and granted when the body has come to its end.
 */
function keepReading({ request, response }: Exchange): void {
  const isLast = Boolean(Reflect.get(response, '_last'));
  Reflect.set(response, '_last', false);
  response.once('finish', () => {
    const { socket } = request;
    // Most bodies have come by now.
    if (request.complete) {
      if (isLast) endConnection(socket);
      return;
    }
    request.resume();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    request
      .once('close', () => clearTimeout(timer))
      .once('end', () => {
        clearTimeout(timer);
        if (isLast) endConnection(socket);
      });
  });
}

/** Requests that came behind get no answer any more: one of them that is not read would hide that the client has left. */
function endConnection(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
