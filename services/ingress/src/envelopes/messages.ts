import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { messagesErrorOf } from '@headgate/proto/messages-error';
import type { Wrapped } from './envelopes.ts';

/** What the SDK reads, with the member at fault as on every public route. */
export function messagesBody(fault: Fault, requestId: string): Wrapped {
  const error = { ...messagesErrorOf(fault), param: fault.param };
  return { status: fault.status, body: { type: 'error', error, request_id: requestId } };
}
