import { Counter, Gauge, Histogram, type Registry } from '@headgate/runtime/metrics';
import type { Exchange } from './exchange.ts';

export interface IngressMetrics {
  requests: Counter<'route' | 'status'>;
  duration: Histogram<'route'>;
  open: Gauge;
  refusals: Counter<'limit'>;
  authFailures: Counter<'reason'>;
  keyLookups: Counter<'outcome'>;
}

export function createIngressMetrics(registry: Registry): IngressMetrics {
  const registers = [registry];
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
}

/** The row of the route table, in a form that has few values. */
export function routeLabel({ route }: Exchange): string {
  return route ? `${route.method} ${route.path.replace('\\:', ':')}` : 'unknown';
}
