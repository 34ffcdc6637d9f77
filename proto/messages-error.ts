import { type FaultCode, faultCodes } from './faults.ts';
import type { Fault } from './gen/headgate/fault/v1/fault.ts';

/** A fault in the words of Anthropic's messages. */
export interface MessagesError {
  type: string;
  message: string;
  code: string | null;
  details?: { error_code: string };
}

/** What its SDK reads of an error, a status or an event within a stream. Source: Anthropic API reference, "Errors". */
export function messagesErrorOf(fault: Fault): MessagesError {
  const { code } = fault;
  return { type: typeOf(fault), message: messageOf(fault), code: code ?? null, ...detailsOf(code) };
}

/**
 * Anthropic has no code for it: by its words Claude Code knows that it has to compact the conversation, or to ask for a shorter
 * answer.
 */
const overflowWords = /prompt is too long|input length and `max_tokens` exceed context limit/;

function messageOf({ code, message }: Fault): string {
  const isUnsaid = code === 'context_length_exceeded' && !overflowWords.test(message);
  return isUnsaid ? `prompt is too long: ${message}` : message;
}

const ours: ReadonlySet<string> = new Set(faultCodes);

/** Where clients look for the words of the vendor itself, by which they tell what they can do about it. No word is a number. */
function detailsOf(code: string | undefined): { details?: { error_code: string } } {
  return code === undefined || ours.has(code) || /^\d+$/.test(code) ? {} : { details: { error_code: code } };
}

/** Faults whose type is the same on every public route. */
const fixed: ReadonlySet<string | undefined> = new Set<FaultCode>([
  'access_denied',
  'api_not_implemented',
  'insufficient_user_quota',
  'invalid_api_key',
  'model_not_found',
  'request_too_large',
]);

const types: Record<number, string | undefined> = {
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function typeOf({ status, code, type }: Fault): string {
  if (status === 404) return 'not_found_error';
  if (fixed.has(code)) return type;
  return types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}
