import type { BodyRoom } from '@headgate/runtime/bodies/body-room';
import { Counter, Gauge, type Registry } from '@headgate/runtime/metrics';
import { type Count, createQuickCounter } from '@headgate/runtime/metrics/quick-counter';
import { createQuickHistograms, type QuickHistogram } from '@headgate/runtime/metrics/quick-histogram';
import { remember } from '@headgate/runtime/remember';
import type { Exchange } from './exchange/exchange.ts';

export interface IngressMetrics {
  requests: (route: string) => (status: string) => Count;
  duration: (route: string) => QuickHistogram;
  open: Gauge;
  firstByte: (answer: 'stream' | 'whole') => QuickHistogram;
  refusals: Counter<'limit'>;
  authFailures: Counter<'reason'>;
  keyLookups: (outcome: 'hit' | 'unknown' | 'miss') => Count;
}

export function createIngressMetrics(
  registry: Registry,
  { open, bodies }: { open: Iterable<Exchange>; bodies: Pick<BodyRoom, 'heldBytes'> },
): IngressMetrics {
  const registers = [registry];
  new Gauge({
    name: 'headgate_ingress_open_streams',
    help: 'Of the open requests those whose answer is a stream that has begun, sessions over WebSocket included.',
    registers,
    collect() {
      this.set(countStreams(open));
    },
  });
  new Gauge({
    name: 'headgate_ingress_body_bytes',
    help: 'What bodies of more than 64 KB hold until their answers begin.',
    registers,
    collect() {
      this.set(bodies.heldBytes());
    },
  });
  const requests = createQuickCounter({
    name: 'headgate_ingress_requests_total',
    help: 'Requests by row of the route table and class of status; "501" is not implemented, "unknown_model" a 503 for one that is not there or not for the key, "aborted" had no clean end.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = createQuickHistograms({
    name: 'headgate_ingress_request_seconds',
    help: 'From the head of the request to the end of the answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300],
    registers,
  });
  const firstBytes = createQuickHistograms({
    name: 'headgate_ingress_first_byte_seconds',
    help: 'From the head of a request for a model to the first byte of what its answer says, streamed or whole.',
    labelNames: ['answer'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const keyLookups = createQuickCounter({
    name: 'headgate_ingress_key_lookups_total',
    help: 'Keys looked up in the cache: hit, unknown (a cached "no such key") or miss.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    requests: remember((route) => remember((status) => requests.of({ route, status }))),
    duration: remember((route) => durations.of({ route })),
    open: new Gauge({
      name: 'headgate_ingress_open_requests',
      help: 'Requests that are being served.',
      registers,
    }),
    firstByte: remember((answer) => firstBytes.of({ answer })),
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
    keyLookups: remember((outcome) => keyLookups.of({ outcome })),
  };
}

function countStreams(open: Iterable<Exchange>): number {
  let count = 0;
  for (const { isStream, isUpgraded } of open) if (isStream || isUpgraded) count += 1;
  return count;
}
