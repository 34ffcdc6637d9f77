import { randomUUID } from 'node:crypto';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';

/** A fault as an event of a session. */
export function errorEvent({ type, code, message, param }: Fault): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 'error',
      event_id: `event_${randomUUID().replaceAll('-', '')}`,
      error: { type, code: code ?? null, message, param: param || null, event_id: null },
    }),
  );
}
