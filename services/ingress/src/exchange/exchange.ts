import { randomUUIDv7 } from 'node:crypto';
import type { Socket } from 'node:net';
import type { User } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Span } from '@headgate/runtime/tracing/span';
import type { Request, Response } from 'express';
import { stripInternalHeaders } from '../caller/internal-headers.ts';
import type { KnownKey } from '../caller/known-key.ts';
import type { Context } from '../context.ts';
import { chooseEnvelope } from '../envelopes/choose.ts';
import type { Envelope, Route } from '../routes/route.ts';
import { countRequest } from './count-request.ts';
import { beginExchangeSpan, endExchangeSpan } from './trace-exchange.ts';

/** Why an answer did not end as it should. */
export type Abort = 'client gone' | 'answer broken' | 'body stalled' | 'shut down';

/** One request on its way through, and what has been learnt about it. */
export interface Exchange {
  /** UUIDv7; also the id of the closing entry in the ledger. */
  readonly id: string;
  /** Absent for a path that is not in the table. */
  readonly route: Route | undefined;
  /** The shape of its faults. */
  readonly envelope: Envelope;
  readonly request: Request;
  readonly response: Response;
  readonly startedAtMs: number;
  /** What is recorded of it. */
  readonly span: Span;
  key?: KnownKey;
  session?: { token: string; user: User };
  /** Gives back what was held for the request. Set while something is held. */
  release?: () => void;
  /** Ends the answer at once, without a clean end. Set while an answer is under way. */
  cut?: (why: Abort) => void;
  /** Asks for an end in good order; says whether that was heard. Set for what ends neither by itself nor soon. */
  end?: () => Promise<boolean>;
  /** Gives back the room of its body. Set once there is one. */
  letGoOfBody?: () => void;
  sentBytes: number;
  /** Its answer is a stream that has begun. */
  isStream?: true;
  /** From the head of the request to the first byte of an answer by a model. */
  firstByteMs?: number;
  /** What a model used for it. */
  tokens?: bigint;
  /** What it uses counts among its key's tokens a minute for as long as it lasts. */
  countsTokens?: true;
  /** The connection was handed over: it has no answer to end. */
  isUpgraded?: true;
  abort?: Abort;
  /** Refused for the client's own doing, under a status that says that it is ours. */
  isOfClient?: true;
}

/** Begins a request: gives it an id, and sees to it that its end is booked, whatever that is. */
export function beginExchange(
  context: Context,
  route: Route | undefined,
  request: Request,
  response: Response,
): Exchange {
  const id = randomUUIDv7();
  const exchange: Exchange = {
    id,
    route,
    envelope: chooseEnvelope(route, request),
    request,
    response,
    startedAtMs: performance.now(),
    span: beginExchangeSpan({ route, request }, id, context.config.clientTraces),
    sentBytes: 0,
  };
  stripInternalHeaders(request.headers);
  response.setHeader('x-request-id', exchange.id);
  if (exchange.envelope === 'messages') response.setHeader('request-id', exchange.id);
  // Unless an answer says otherwise: caches on the way know of no keys but those in Authorization, and would give it to the next.
  response.setHeader('cache-control', 'no-store');
  if (route?.isCrossOrigin) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'etag, content-range, x-request-id');
  }
  if (context.draining.aborted) response.setHeader('connection', 'close');
  const place = context.open.add(exchange);
  context.metrics.open.inc();
  response.on('close', () => {
    context.open.remove(place);
    endExchange(context, exchange);
  });
  return exchange;
}

/** Notes that the answer's first byte leaves; only the first call counts. */
export function noteFirstByte(exchange: Exchange): void {
  exchange.firstByteMs ??= performance.now() - exchange.startedAtMs;
}

/** Gives back what the exchange holds; the second call does nothing. */
export function release(exchange: Exchange): void {
  const run = exchange.release;
  exchange.release = undefined;
  run?.();
}

const askAgainMs = 1_000;

/** Asks it for an end in good order, where it ends neither by itself nor soon. What was not heard may be asked again a second later. */
export async function askToEnd(exchange: Exchange): Promise<void> {
  const { end } = exchange;
  delete exchange.end;
  if (!end || (await end())) return;
  const restore = (): void => {
    exchange.end = end;
  };
  setTimeout(restore, askAgainMs).unref();
}

/** Behind another answer an unfinished one has no connection to end. When its turn comes, Node would wait for its end for ever. */
function endConnectionInTurn({ response }: Exchange): void {
  if (!response.socket) response.once('socket', (socket: Socket) => socket.destroy());
}

function endExchange(context: Context, exchange: Exchange): void {
  if (!exchange.response.writableFinished && !exchange.isUpgraded) {
    exchange.abort ??= 'client gone';
    exchange.cut?.('client gone');
    endConnectionInTurn(exchange);
  }
  release(exchange);
  exchange.letGoOfBody?.();
  context.metrics.open.dec();
  const durationMs = performance.now() - exchange.startedAtMs;
  countRequest(context.metrics, exchange, durationMs);
  context.logRequest(exchange, durationMs);
  endExchangeSpan(exchange);
}
