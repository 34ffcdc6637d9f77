import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { googleStatusOf } from '@headgate/proto/google-status';
import type { Wrapped } from './envelopes.ts';
import { retryAfter } from './retry-after.ts';

/** The public envelope and Google's word for the status. */
export function nativeBody({ status, message, type, param, code, retryAfterMs }: Fault): Wrapped {
  const error = { message, type, param, code: code ?? null, status: googleStatusOf(status) };
  return { status, body: { error: { ...error, ...(retryAfterMs > 0 && waitOf(message, retryAfterMs)) } } };
}

/** Google's clients read no header: the Gemini CLI goes by the words where `code` is no number, others by the detail. */
function waitOf(message: string, retryAfterMs: number): object {
  const retryDelay = `${retryAfter(retryAfterMs)}s`;
  return {
    message: `${message} Please retry in ${retryDelay}.`,
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }],
  };
}
