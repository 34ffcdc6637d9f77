import { randomUUID } from 'node:crypto';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';

/** A fault as an event of a session; `causedBy` is what the client calls its event that is at fault. */
export function errorEvent({ type, code, message, param }: Fault, causedBy?: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 'error',
      event_id: `event_${randomUUID().replaceAll('-', '')}`,
      error: { type, code: code ?? null, message, param: param || null, event_id: causedBy || null },
    }),
  );
}
