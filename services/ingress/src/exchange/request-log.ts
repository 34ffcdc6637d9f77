import type { Log } from '@headgate/runtime/log';
import { createQuickLines } from '@headgate/runtime/log/quick-lines';
import { routeLabel } from '../routes/route-label.ts';
import type { Exchange } from './exchange.ts';

export type LogRequest = (exchange: Exchange, durationMs: number) => void;

/** What a line says, in this order. */
const members = [
  'requestId',
  'traceId',
  'route',
  'keyId',
  'userId',
  'status',
  'durationMs',
  'firstByteMs',
  'tokens',
  'sentBytes',
  'abort',
] as const;

/** Makes what writes one line per request. It never holds a key, a body or a query. */
export function createRequestLog(log: Log): LogRequest {
  const writeLine = createQuickLines(log, members, 'request');
  return (exchange, durationMs) =>
    writeLine(exchange.route?.target.to === 'health' ? 'debug' : 'info', {
      requestId: exchange.id,
      traceId: exchange.span.traceId,
      route: routeLabel(exchange),
      keyId: exchange.key && Number(exchange.key.id),
      userId: exchange.session && Number(exchange.session.user.id),
      status: exchange.response.headersSent || exchange.isUpgraded ? exchange.response.statusCode : 0,
      durationMs: inTenths(durationMs),
      firstByteMs: exchange.firstByteMs && inTenths(exchange.firstByteMs),
      tokens: exchange.tokens === undefined ? undefined : Number(exchange.tokens),
      sentBytes: exchange.sentBytes,
      abort: exchange.abort,
    });
}

function inTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
