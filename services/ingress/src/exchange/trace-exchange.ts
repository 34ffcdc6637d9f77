import { beginSpan, isTracing } from '@headgate/runtime/tracing/begin-span';
import { readHeaders } from '@headgate/runtime/tracing/read-headers';
import { noSpan, type Span, type SpanStart } from '@headgate/runtime/tracing/span';
import { pathLabel, routeLabel } from '../routes/route-label.ts';
import type { Exchange } from './exchange.ts';

/**
 * What becomes of the trace that a client says it is in. `link`: ours is a trace of its own that names the client's, because
 * a stranger must not choose what we record. `parent`: ours goes on with it, and with its choice of what is recorded, for
 * clients that are one's own. `ignore`: nothing.
 */
export const clientTraces = ['link', 'parent', 'ignore'] as const;
export type ClientTraces = (typeof clientTraces)[number];

/** Begins the span of a request. Probes have none. */
export function beginExchangeSpan(
  { route, request }: Pick<Exchange, 'route' | 'request'>,
  id: string,
  clients: ClientTraces,
): Span {
  if (!isTracing() || route?.target.to === 'health') return noSpan;
  const start: SpanStart = {
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'headgate.request.id': id,
      ...(route && { 'http.route': pathLabel(route) }),
    },
  };
  const client = clients === 'ignore' ? undefined : readHeaders(request.headers);
  if (client) start[clients === 'parent' ? 'parent' : 'link'] = client;
  return beginSpan(routeLabel({ route }), start);
}

/** Ends it with how the request went. */
export function endExchangeSpan(exchange: Exchange): void {
  const { span, response, key, abort, firstByteMs, isUpgraded } = exchange;
  if (!span.context) return;
  const status = response.headersSent || isUpgraded ? response.statusCode : 0;
  span.set({
    'http.response.status_code': status,
    ...(key && { 'headgate.key.id': String(key.id) }),
    ...(abort && { 'headgate.abort': abort }),
    ...(firstByteMs !== undefined && { 'headgate.first_byte_ms': Math.round(firstByteMs) }),
  });
  if (abort) span.fail(abort);
  else if (status >= 500) span.fail(String(status));
  span.end();
}
