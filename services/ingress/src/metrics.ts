import { Counter, Gauge, Histogram, type Registry } from '@headgate/runtime/metrics';
import type { Exchange } from './exchange.ts';
import type { Route } from './routes.ts';

export interface IngressMetrics {
  requests: Counter<'route' | 'status'>;
  duration: Histogram<'route'>;
  open: Gauge;
  firstByte: Histogram<'answer'>;
  refusals: Counter<'limit'>;
  authFailures: Counter<'reason'>;
  keyLookups: Counter<'outcome'>;
}

export function createIngressMetrics(registry: Registry, open: Iterable<Exchange>): IngressMetrics {
  const registers = [registry];
  new Gauge({
    name: 'headgate_ingress_open_streams',
    help: 'Of the open requests those whose answer is a stream that has begun, sessions over WebSocket included.',
    registers,
    collect() {
      this.set(countStreams(open));
    },
  });
  return {
    requests: new Counter({
      name: 'headgate_ingress_requests_total',
      help: 'Requests by row of the route table and class of status; "aborted" had no clean end.',
      labelNames: ['route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'headgate_ingress_request_seconds',
      help: 'From the head of the request to the end of the answer.',
      labelNames: ['route'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300],
      registers,
    }),
    open: new Gauge({
      name: 'headgate_ingress_open_requests',
      help: 'Requests that are being served.',
      registers,
    }),
    firstByte: new Histogram({
      name: 'headgate_ingress_first_byte_seconds',
      help: 'From the head of a request for a model to the first byte of what its answer says, streamed or whole.',
      labelNames: ['answer'],
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    refusals: new Counter({
      name: 'headgate_ingress_limited_total',
      help: 'Requests refused by a limit.',
      labelNames: ['limit'],
      registers,
    }),
    authFailures: new Counter({
      name: 'headgate_ingress_auth_failures_total',
      help: 'Requests whose caller was refused.',
      labelNames: ['reason'],
      registers,
    }),
    keyLookups: new Counter({
      name: 'headgate_ingress_key_lookups_total',
      help: 'Keys looked up in the cache: hit, unknown (a cached "no such key") or miss.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

/** Books the end of a request. */
export function countRequest(metrics: IngressMetrics, exchange: Exchange, durationMs: number): void {
  const route = routeLabel(exchange);
  const status = exchange.abort ? 'aborted' : `${Math.floor(exchange.response.statusCode / 100)}xx`;
  metrics.requests.inc({ route, status });
  metrics.duration.observe({ route }, durationMs / 1_000);
  const { firstByteMs, isStream } = exchange;
  if (firstByteMs === undefined) return;
  metrics.firstByte.observe({ answer: isStream ? 'stream' : 'whole' }, firstByteMs / 1_000);
}

function countStreams(open: Iterable<Exchange>): number {
  let count = 0;
  for (const { isStream, isUpgraded } of open) if (isStream || isUpgraded) count += 1;
  return count;
}

/** The row of the route table, in a form that has few values. */
export function routeLabel({ route }: Pick<Exchange, 'route'>): string {
  return route ? `${route.method} ${pathLabel(route)}` : 'unknown';
}

/** The path of a row as people write it. */
export function pathLabel({ path }: Route): string {
  return path.replace('\\:', ':');
}
