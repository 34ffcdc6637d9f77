import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';

export function sessionBody({ status, message }: Fault): Wrapped {
  return { status, body: { success: false, message } };
}
