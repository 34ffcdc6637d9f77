import type { ReplyFault } from '../../../canon/events.ts';

/** The vendor's words for trouble, and what other vendors call the same. */
const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['invalid_request_error', ['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'invalid_prompt']],
  ['not_found_error', ['NOT_FOUND']],
  ['rate_limit_error', ['RESOURCE_EXHAUSTED', 'rate_limit_exceeded', 'too_many_requests', '429']],
  ['timeout_error', ['DEADLINE_EXCEEDED', 'timeout', '504']],
  ['overloaded_error', ['UNAVAILABLE', 'server_overloaded', 'overloaded', '503', '529']],
]);

/** The word that the vendor's SDK knows. Trouble with the gateway's own credentials is no business of a client. */
export function errorTypeOf({ type, code }: ReplyFault): string {
  for (const [word, others] of words)
    for (const said of [type, code])
      if (said !== undefined && (said === word || others.includes(said))) return word;
  return 'api_error';
}
