import { closesSubject } from '@headgate/proto/subjects';
import { beginSpan } from '@headgate/runtime/tracing/begin-span';
import type { Received } from './reader.ts';

/** Of one batch. The others end where they were sent from. */
const maxTraces = 500;

/** Begins, for each request of a batch that is traced, the span of its booking; gives what ends them all. */
export function traceSettling(received: readonly Received[]): (failure?: string) => void {
  const spans = received
    .flatMap(({ traces, batch }) => traces.map((traceparent) => ({ traceparent, batch })))
    .slice(0, maxTraces)
    .map(({ traceparent, batch }) =>
      beginSpan(`settle ${closesSubject}`, {
        kind: 'consumer',
        parent: { traceparent },
        attributes: {
          'messaging.system': 'nats',
          'messaging.operation.type': 'process',
          'messaging.destination.name': closesSubject,
          'messaging.batch.message_count': batch.closes.length,
        },
      }),
    );
  return (failure) => {
    for (const span of spans) {
      if (failure !== undefined) span.fail(failure);
      span.end();
    }
  };
}
