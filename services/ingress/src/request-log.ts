import type { Log } from '@headgate/runtime/log';
import type { Exchange } from './exchange.ts';
import { routeLabel } from './metrics.ts';

/** One line per request. It never holds a key, a body or a query. */
export function logRequest(log: Log, exchange: Exchange, durationMs: number): void {
  const level = exchange.route?.target.to === 'health' ? 'debug' : 'info';
  log[level](
    {
      requestId: exchange.id,
      traceId: exchange.span.traceId,
      route: routeLabel(exchange),
      keyId: exchange.key && Number(exchange.key.id),
      userId: exchange.session && Number(exchange.session.user.id),
      status: exchange.response.headersSent || exchange.isUpgraded ? exchange.response.statusCode : 0,
      durationMs: inTenths(durationMs),
      firstByteMs: exchange.firstByteMs && inTenths(exchange.firstByteMs),
      tokens: exchange.tokens && Number(exchange.tokens),
      sentBytes: exchange.sentBytes,
      abort: exchange.abort,
    },
    'request',
  );
}

function inTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
