/** The vendor's `error`, which inside a stream takes the place of a chunk. Source: Gemini API, "Troubleshooting". */
import type { ReplyFault } from '../../../canon/events.ts';
import { compact, isRecord, type JsonRecord } from '../../../json/read.ts';

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** What other dialects call the same. */
const codes: Record<string, number> = {
  ...Object.fromEntries(Object.entries(statuses).map(([code, status]) => [status, Number(code)])),
  invalid_request_error: 400,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  overloaded_error: 503,
  timeout_error: 504,
};

export function readFault(error: unknown): ReplyFault {
  if (!isRecord(error)) return { message: typeof error === 'string' ? error : 'The upstream gave up' };
  const { code, status, message } = error;
  return {
    ...(typeof status === 'string' && { type: status }),
    ...((typeof code === 'number' || typeof code === 'string') && { code: String(code) }),
    message: typeof message === 'string' ? message : 'The upstream gave up',
  };
}

/** The SDK throws only where `code` is a number from 400 to 599. */
export function writeFault({ type, code, message }: ReplyFault): JsonRecord {
  const number = codeOf(code) ?? codeOf(type) ?? 500;
  return { error: compact({ code: number, message, status: statuses[number] ?? 'UNKNOWN', type }) };
}

function codeOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^[45]\d\d$/.test(word)) return Number(word);
  return Object.hasOwn(codes, word) ? codes[word] : undefined;
}
