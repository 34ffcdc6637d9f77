import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { googleStatusOf } from '@headgate/proto/google-status';
import type { Wrapped } from './envelopes.ts';

/** The public envelope and Google's word for the status. */
export function nativeBody({ status, message, type, param, code }: Fault): Wrapped {
  return {
    status,
    body: { error: { message, type, param, code: code ?? null, status: googleStatusOf(status) } },
  };
}
