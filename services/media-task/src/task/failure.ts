/** Why tasks fail, in words of ours: a closed set that clients may rely on. */
export const failCodes = [
  'content_policy_violation',
  'invalid_input_media',
  'invalid_parameter',
  'upstream_timeout',
  'upstream_unavailable',
  'upstream_rate_limited',
  'empty_result',
  'result_expired',
  'task_timeout',
  'submission_unknown',
  'cancelled',
  'internal_error',
] as const;

export type FailCode = (typeof failCodes)[number];

export interface Failure {
  code: FailCode;
  /** For people; never an upstream's host, key or id. */
  message: string;
}
