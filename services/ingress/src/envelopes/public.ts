import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';

export function publicBody({ status, message, type, param, code }: Fault): Wrapped {
  return { status, body: { error: { message, type, param, code: code ?? null } } };
}
