import type { Message } from '../answer/question.ts';
import { invalid, type VendorError } from './vendor-error.ts';

/**
 * The vendor's rule about tools in a conversation: every call is answered by the messages right after it, and
 * every tool message answers such a call. Conversions between dialects break it easily.
 */
export function checkCallOrder(messages: Message[]): VendorError | null {
  let open = new Set<string>();
  let mayAnswer = false;
  for (const [index, { role, calls, callId }] of messages.entries()) {
    if (role === 'tool') {
      if (!mayAnswer) return unasked(index);
      open.delete(callId ?? '');
      continue;
    }
    if (open.size > 0) return unanswered(open, index);
    open = new Set(calls.map(({ id }) => id));
    mayAnswer = open.size > 0;
  }
  return open.size > 0 ? unanswered(open, messages.length) : null;
}

function unasked(index: number): VendorError {
  const message =
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
  return invalid(message, `messages.[${index}].role`);
}

function unanswered(open: Set<string>, index: number): VendorError {
  const message =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
    `'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
  return invalid(message, `messages.[${index}].role`);
}
