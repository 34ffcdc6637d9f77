import { EventStreamCodec } from '@smithy/core/event-streams';

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text),
);

/** A message of an event stream as the vendor frames it. */
export function eventStreamMessage(headers: Record<string, string>, body: string): Buffer {
  const named = Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }]);
  return Buffer.from(codec.encode({ headers: Object.fromEntries(named), body: Buffer.from(body) }));
}

/** A message of one event, `{"<type>": {...}}`; of an exception where its type says so. */
export function eventStreamBytes(event: Record<string, unknown>): Buffer {
  const [[type, payload] = ['', {}]] = Object.entries(event);
  const kind = type.endsWith('Exception') ? 'exception' : 'event';
  const headers = {
    [`:${kind}-type`]: type,
    ':content-type': 'application/json',
    ':message-type': kind,
  };
  return eventStreamMessage(headers, JSON.stringify(payload));
}
