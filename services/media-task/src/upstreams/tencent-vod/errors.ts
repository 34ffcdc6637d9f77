import { type Blame, OutcomeUnknown, Refusal } from '../../call/refusal.ts';
import type { FailCode } from '../../task/failure.ts';

/** What the vendor's codes of errors begin with, the narrower ones first. `unknown`: something may have been made. */
const blames: readonly [string, Blame | 'unknown'][] = [
  ['AuthFailure', 'credential'],
  ['UnauthorizedOperation', 'credential'],
  ['IpNotInWhitelist', 'credential'],
  ['LimitExceeded.Quota', 'credential'],
  ['FailedOperation.InvalidAccount', 'credential'],
  ['FailedOperation.InvalidVodUser', 'credential'],
  ['InvalidParameterValue.SubAppId', 'credential'],
  ['RequestLimitExceeded', 'busy'],
  ['LimitExceeded', 'busy'],
  ['ResourceInsufficient', 'busy'],
  ['ResourceNotFound', 'unavailable'],
  ['ResourceUnavailable', 'unavailable'],
  ['InvalidAction', 'unavailable'],
  ['NoSuchVersion', 'unavailable'],
  ['UnsupportedRegion', 'unavailable'],
  // The same create came before: what became of it has to be looked up.
  ['InvalidParameterValue.SessionId', 'unknown'],
  ['InvalidParameter', 'request'],
  ['MissingParameter', 'request'],
  ['UnknownParameter', 'request'],
  ['UnsupportedOperation', 'request'],
  ['RequestSizeLimitExceeded', 'request'],
];

export function refusalFor(code: string, message: string): Refusal | OutcomeUnknown {
  const [, blame = 'unknown'] = blames.find(([start]) => code.startsWith(start)) ?? [];
  if (blame === 'unknown') return new OutcomeUnknown('the upstream answered with an error of its own');
  const failCode = failCodeOf(code);
  return new Refusal(blame, message, failCode === 'content_policy_violation' ? { failCode } : {});
}

/** What tasks that failed say in `ErrCodeExt`. */
const failCodes: readonly [string, FailCode][] = [
  ['InvalidParameter.VoilationContent', 'content_policy_violation'],
  ['InvalidParameter.ViolationContent', 'content_policy_violation'],
  ['InvalidParameter', 'invalid_parameter'],
  ['RequestLimitExceeded', 'upstream_rate_limited'],
  ['FailedOperation', 'upstream_unavailable'],
];

export function failCodeOf(code: string): FailCode {
  return failCodes.find(([start]) => code.startsWith(start))?.[1] ?? 'internal_error';
}
