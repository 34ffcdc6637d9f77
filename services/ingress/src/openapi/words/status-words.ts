import { enveloped } from '../enveloped.ts';
import { anyOf, flag, list, number, open, type Schema, second, text, whole } from '../schema.ts';
import { json, type RouteWords } from './route-words.ts';

const gauges: Schema = { type: 'object', additionalProperties: { type: 'number' } };

const instance = {
  instance: text(),
  version: text(),
  started_at_seconds: second('Since when it runs'),
  ready: flag(),
  heard_seconds_ago: number(),
  gauges,
};

const service = {
  name: text(),
  instances: list(open(instance, Object.keys(instance)), 'Nobody heard of it: none'),
};

const health = {
  channel_id: whole(),
  state: text('The worst that one of the gateways sees', { enum: ['open', 'half-open', 'closed'] }),
  in_flight_requests: whole(),
  window_seconds: whole('What is counted happened in so long'),
  requests: whole(),
  failures: whole(),
  first_byte_p50_ms: anyOf(number(), { type: 'null' }),
  credentials: whole(),
  credentials_open: whole('Those that are left alone'),
  gateways: whole('How many of them say this'),
};

const system = open({ services: list(open(service, Object.keys(service))), gauges }, ['services', 'gauges']);
const channels = open({ items: list(open(health, Object.keys(health))), total: whole() }, ['items', 'total']);

/** What processes say of themselves. */
export const statusWords: Record<'system' | 'channels', RouteWords> = {
  system: {
    tag: 'Gateway',
    summary: 'Shows how the processes are, and what they count',
    answer: json('By service', enveloped(system)),
  },
  channels: {
    tag: 'Channels',
    summary: 'Shows how channels are, over all gateways',
    answer: json('Those that have been used lately', enveloped(channels)),
  },
};
