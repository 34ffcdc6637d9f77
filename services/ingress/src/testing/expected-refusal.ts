import { platformType } from '@headgate/proto/faults';
import { expect } from 'vitest';
import type { Route } from '../routes/route.ts';

/** What a refusal says, whatever the envelope. */
export interface Words {
  status: number;
  message: unknown;
  type: string;
  /** Where the envelope of messages has another word. */
  messagesType?: string | undefined;
  param: string;
  code: string | null;
  /** The seconds of Retry-After. */
  retryAfter?: string | undefined;
}

const nativeStatus: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
};

/** The body in which a row refuses a request whose key stands in Authorization. */
export function expectedRefusal(envelope: Route['envelope'], words: Words): object {
  const { status, message, type, messagesType = type, param, code } = words;
  const error = { message, type, param, code };
  if (envelope === 'session') return { success: false, message };
  if (envelope === 'billing' && status >= 500)
    return { error: { ...error, type: 'upstream_error', code: null } };
  if (envelope === 'unified status')
    return { code, message: code === 'task_not_exist' ? code : message, data: null };
  if (envelope === 'unified create' && status === 429 && type !== platformType)
    return { code, message, data: null };
  if (envelope === 'mj' && (code === 'invalid_request' || (status === 429 && type !== platformType))) {
    return { code: status === 429 ? 30 : 4, description: message, type: 'upstream_error', result: null };
  }
  if (envelope === 'kling' && status === 400) return { code: 1201, message, request_id: expect.any(String) };
  if (envelope === 'media' || envelope === 'kling' || envelope === 'mj' || envelope === 'unified create') {
    const isOurs =
      code === 'invalid_api_key' || code === 'invalid_request' || code === 'unsupported_encoding';
    return { error: { ...error, type: isOurs ? platformType : type } };
  }
  if (envelope === 'native') return { error: { ...error, status: nativeStatus[status], ...waitOf(words) } };
  if (envelope === 'messages') {
    return { type: 'error', error: { ...error, type: messagesType }, request_id: expect.any(String) };
  }
  return { error };
}

function waitOf({ message, retryAfter }: Words): object {
  if (retryAfter === undefined) return {};
  const type = 'type.googleapis.com/google.rpc.RetryInfo';
  return {
    details: [{ '@type': type, retryDelay: `${retryAfter}s` }],
    ...(typeof message === 'string' && { message: `${message} Please retry in ${retryAfter}s.` }),
  };
}
