import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Wrapped } from './envelopes.ts';

/** The public envelope and Google's word for the status. Source: google.rpc.Code. */
export function nativeBody({ status, message, type, param, code }: Fault): Wrapped {
  return {
    status,
    body: { error: { message, type, param, code: code ?? null, status: wordFor(status) } },
  };
}

const words: Record<number, string | undefined> = {
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function wordFor(status: number): string {
  return words[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
}
