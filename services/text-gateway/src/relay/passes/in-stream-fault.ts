import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { isRecord } from '../../json/read.ts';
import { judgeRefusal } from '../../refusals/upstream-fault.ts';
import type { Attempt, FailedAttempt } from '../attempts/attempt.ts';

/** What responses say of a request in a code alone, without a type. Source: OpenAI API reference, "The response object". */
const refusedByResponses = [
  ...[
    'context_length_exceeded',
    'empty_image_file',
    'failed_to_download_image',
    'image_content_policy_violation',
  ],
  ...[
    'image_file_not_found',
    'image_file_too_large',
    'image_parse_error',
    'image_too_large',
    'image_too_small',
  ],
  ...[
    'invalid_base64_image',
    'invalid_image',
    'invalid_image_format',
    'invalid_image_mode',
    'invalid_image_url',
  ],
  'unsupported_image_media_type',
];

/** The statuses that vendors' words for trouble would have had, before the head. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_prompt: 400,
  content_policy_violation: 400,
  no_image: 400,
  image_generation_user_error: 400,
  moderation_blocked: 400,
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  authentication_error: 401,
  UNAUTHENTICATED: 401,
  billing_error: 402,
  permission_error: 403,
  PERMISSION_DENIED: 403,
  not_found_error: 404,
  NOT_FOUND: 404,
  request_too_large: 413,
  external_connector_error: 424,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  RESOURCE_EXHAUSTED: 429,
  overloaded_error: 529,
  server_overloaded: 529,
  UNAVAILABLE: 503,
  server_is_overloaded: 503,
  service_unavailable_error: 503,
  slow_down: 503,
  timeout_error: 504,
  DEADLINE_EXCEEDED: 504,
  validationException: 400,
  throttlingException: 429,
  serviceUnavailableException: 503,
  ...Object.fromEntries(refusedByResponses.map((code) => [code, 400])),
};

/**
 * What comes of an attempt whose upstream put an error under a status of success, before anything was sent: the same as if
 * its words had come with the status that they stand for. What has no word that is known is a broken answer.
 */
export function failInStream({ secrets }: Attempt, said: unknown): FailedAttempt {
  const status = isRecord(said) ? statusOf(said) : undefined;
  if (status === undefined || status === 500)
    return { kind: 'failed', fault: fault('bad_response_body'), isRetryable: true };
  const body = Buffer.from(JSON.stringify({ error: said }));
  return { kind: 'failed', ...judgeRefusal(status, {}, body, secrets) };
}

/** The same of what comes once something was sent: undefined unless the request itself was refused. */
export function refusalInStream(attempt: Attempt, said: unknown): Fault | undefined {
  const failed = failInStream(attempt, said);
  return failed.isRetryable ? undefined : failed.fault;
}

/** Numbers say it themselves; of words the more particular one counts. */
function statusOf({ code, type, status }: Record<string, unknown>): number | undefined {
  if (/^[45]\d\d$/.test(String(code))) return Number(code);
  const word = [code, type, status].find((said) => typeof said === 'string' && Object.hasOwn(statuses, said));
  return typeof word === 'string' ? statuses[word] : undefined;
}
