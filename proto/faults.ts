/**
 * The closed list of faults that Headgate itself raises. Only an upstream's own refusal of a request (a 400,
 * say) has a code of the upstream's choosing.
 */
import type { Fault } from './gen/headgate/fault/v1/fault.ts';

/** Error type of faults that are Headgate's own, on every public route. */
export const platformType = 'headgate_api_error';
const invalidRequestType = 'invalid_request_error';
const upstreamType = 'upstream_error';

interface FaultKind {
  status: number;
  type: string;
  message: string;
  /** The same request would fail the same way, although clients try again after its status. */
  permanent?: true;
}

const kinds = {
  invalid_request: { status: 400, type: invalidRequestType, message: 'The request is not valid.' },
  invalid_api_key: {
    status: 401,
    type: invalidRequestType,
    message: 'The API key is missing, unknown or expired.',
    // Claude Code asks ten times, for minutes, after a 401 that does not say so.
    permanent: true,
  },
  insufficient_user_quota: { status: 402, type: platformType, message: 'The quota is used up.' },
  access_denied: { status: 403, type: platformType, message: 'This key may not be used here.' },
  request_too_large: { status: 413, type: invalidRequestType, message: 'The request body is too large.' },
  unsupported_encoding: {
    status: 415,
    type: invalidRequestType,
    message: 'The content encoding is not supported: send gzip, br or none.',
  },
  /** Between services alone: the ledger has released everything that a run held. */
  run_finished: { status: 409, type: platformType, message: 'The run is finished.', permanent: true },
  /** Between services alone. */
  unknown_purse: { status: 404, type: platformType, message: 'There is no such purse.', permanent: true },
  task_not_exist: { status: 404, type: platformType, message: 'There is no such task.' },
  task_channel_disable: {
    status: 400,
    type: platformType,
    message: 'The channel that made the source no longer serves it.',
  },
  result_expired: {
    status: 410,
    type: platformType,
    message: 'The result is no longer kept.',
    permanent: true,
  },
  bad_response: { status: 502, type: upstreamType, message: 'The result cannot be fetched right now.' },
  idempotency_conflict: {
    status: 409,
    type: platformType,
    message: 'The idempotency key was used for another request.',
    permanent: true,
  },
  too_many_requests: { status: 429, type: platformType, message: 'Too many requests.' },
  internal_error: { status: 500, type: platformType, message: 'Something went wrong in the gateway.' },
  bad_response_body: {
    status: 500,
    type: upstreamType,
    message: 'The upstream gave an answer that cannot be used.',
  },
  bad_response_status_code: { status: 500, type: upstreamType, message: 'The upstream refused the request.' },
  api_not_implemented: { status: 501, type: platformType, message: 'API not implemented', permanent: true },
  upstream_cut: { status: 502, type: upstreamType, message: 'The connection broke before an answer began.' },
  model_not_found: {
    status: 503,
    type: platformType,
    message: 'The model does not exist, or no channel serves it for this key.',
  },
  service_unavailable: {
    status: 503,
    type: platformType,
    message: 'The gateway cannot serve requests right now. Try again shortly.',
  },
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof kinds;

export const faultCodes = Object.keys(kinds) as readonly FaultCode[];

/** What a fault says beyond its code. */
export type FaultDetails = Partial<Omit<Fault, 'code'>>;

/** Makes the fault with this code; `details` replace the defaults of its kind. */
export function fault(code: FaultCode, details: FaultDetails = {}): Fault {
  const kind: FaultKind = kinds[code];
  return {
    status: kind.status,
    code,
    type: kind.type,
    param: '',
    message: kind.message,
    retryAfterMs: 0,
    permanent: kind.permanent ?? false,
    notStarted: false,
    ofClient: false,
    reason: '',
    reasonValues: {},
    problems: [],
    ...details,
  };
}

/** So many characters of a text at most. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const beginning = text.slice(0, longest);
  return `${beginning.isWellFormed() ? beginning : beginning.slice(0, -1)}...`;
}
