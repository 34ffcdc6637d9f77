import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { isRecord } from '../json/read.ts';
import type { UpstreamHeaders } from '../upstream-call/call.ts';
import { contextOverflow, isContextOverflow } from './context-overflow.ts';
import { maskSecrets, type Secrets } from './mask.ts';
import { type Refusal, readRefusal, textOf } from './refusal.ts';
import { type Meaning, meaningOf } from './refusal-meaning.ts';
import { askedDelay } from './retry-delay.ts';

const defaultRetryAfterMs = 1_000;

const busy = 'The upstream is busy. Try again shortly.';
const unavailable = 'The upstream for this model is not available right now.';
const flagged =
  'A filter of the upstream for this model stopped the prompt; it stops it again if it is sent again.';

/** What comes of an upstream's refusal. */
export interface Judgement {
  /** What the client is told where nobody else serves it. */
  fault: Fault;
  /** Whether another channel may do better. */
  isRetryable: boolean;
  blame?: Blame;
}

/** @param status the upstream's, as the channel has it read. */
export function judgeRefusal(
  status: number,
  headers: UpstreamHeaders,
  body: Buffer,
  secrets: Secrets,
): Judgement {
  const refusal = readRefusal(body);
  const meaning = meaningOf(refusal, status);
  const told = toClientFault({ status, headers, refusal, meaning }, secrets);
  const blame = meaning === undefined ? blamesOfStatus[status] : blames[meaning];
  return { fault: told, isRetryable: isRetryable(told, status, meaning), ...(blame && { blame }) };
}

/** A refusal as it was read: all that comes of it comes of this one meaning. */
interface ReadRefusal {
  status: number;
  headers: UpstreamHeaders;
  refusal: Refusal | undefined;
  meaning: Meaning | undefined;
}

/**
 * What the client is told of an upstream's refusal. A refusal of the request itself keeps its status and its
 * words, masked. Our own troubles with the upstream (credentials, balance, an unknown model, its health)
 * never look like the client's.
 */
function toClientFault({ status, headers, refusal, meaning }: ReadRefusal, secrets: Secrets): Fault {
  if (status === 429 && !isClientsFault(status, meaning) && !isOurs(meaning)) {
    const retryAfterMs = askedDelay(headers, refusal) ?? defaultRetryAfterMs;
    return fault('too_many_requests', { retryAfterMs, message: busy });
  }
  if (!isClientsFault(status, meaning) || awsOwn.has(awsErrorOf(headers))) {
    // An upstream's own 403 is shown as no client's fault, but to have it asked again would cost a fee each time.
    if (meaning === 'unfit') return fault('model_not_found', { message: flagged, permanent: true });
    const retryAfterMs = status >= 500 ? askedDelay(headers, refusal) : undefined;
    return fault('model_not_found', { message: unavailable, ...(retryAfterMs && { retryAfterMs }) });
  }
  return refusal
    ? inItsWords(meaning === 'beyond-account' ? 413 : status, refusal, secrets)
    : fault('bad_response_status_code', { status });
}

function inItsWords(status: number, refusal: Refusal, secrets: Secrets): Fault {
  const { code, details, type, param, message } = refusal;
  // Anthropic has a code among the details of an error.
  const detailCode = isRecord(details) ? details.error_code : undefined;
  return {
    ...fault('invalid_request'),
    status,
    code: isContextOverflow(textOf(message) ?? '')
      ? contextOverflow
      : (word(code, secrets) ?? word(detailCode, secrets)),
    type: word(type, secrets) ?? 'invalid_request_error',
    param: word(param, secrets) ?? '',
    message: maskSecrets(textOf(message) ?? 'The upstream refused the request.', secrets),
  };
}

/** A refusal travels in the trailers of a call, and trailers have little room. */
const maxWordLength = 200;

function word(value: unknown, secrets: Secrets): string | undefined {
  const words = textOf(value);
  return words === undefined ? undefined : maskSecrets(words, secrets).slice(0, maxWordLength);
}

/**
 * The same of what an upstream says within a session, where no status comes with it: undefined where it speaks of the request,
 * and not of our account.
 */
export function faultOfAccount(refusal: Refusal): Fault | undefined {
  return isOurs(meaningOf(refusal)) ? fault('model_not_found', { message: unavailable }) : undefined;
}

function isOurs(meaning: Meaning | undefined): boolean {
  return meaning === 'account' || meaning === 'unverified';
}

/** So Groq says that its flex tier has no room, and Google that it has given a call up. */
const [tierIsFull, givenUp] = [498, 499];

/** Of those above 404: what another attempt, or another channel, may not meet. */
const upstreamsOwn = new Set([405, 407, 408, 409, 421, 424, 425, 426, 429, tierIsFull, givenUp]);

/** 401 to 405 speak of our key, our balance, our mapping and our path; 408 and above 497 of the upstream itself. */
function isClientsFault(status: number, meaning: Meaning | undefined): boolean {
  if (isOurs(meaning)) return false;
  if (meaning === 'beyond-account') return true;
  if (status === 404 || status === 424) return meaning === 'reference' || meaning === 'unfit';
  return status === 400 || (status > 404 && status < 500 && !upstreamsOwn.has(status));
}

/** AWS names its errors in a header. Some of those that come with 400 speak of our signature, or of our account. */
const awsOwn = new Set([
  ...['AccessDeniedException', 'ExpiredToken', 'ExpiredTokenException', 'IncompleteSignature'],
  ...['InvalidClientTokenId', 'InvalidSignatureException', 'MissingAuthenticationToken', 'NotAuthorized'],
  ...['OptInRequired', 'RequestExpired', 'ServiceQuotaExceededException', 'UnrecognizedClientException'],
]);

function awsErrorOf(headers: UpstreamHeaders): string {
  const value = headers['x-amzn-errortype'];
  return typeof value === 'string' ? (value.split(':', 1)[0] ?? '') : '';
}

/** Whether another channel may do better: not when the request itself was refused. `told` is what the client is to be told. */
function isRetryable(told: Fault, status: number, meaning: Meaning | undefined): boolean {
  if (meaning === 'beyond-account' || meaning === 'unread-seal') return true;
  return !isClientsFault(status, meaning) || status === 404 || told.code === 'model_not_found';
}

/**
 * What a refusal says of the credential; absent where it says nothing of it. With `model` it may not use this model alone, with
 * `request` it cannot serve this request alone: another credential may, and the next request may be sent with this one. With
 * `channel` none of its channel's can serve this request.
 */
export type Blame = 'busy' | 'channel' | 'credential' | 'model' | 'request';

const blames: Readonly<Record<Meaning, Blame>> = {
  account: 'credential',
  'beyond-account': 'request',
  unverified: 'request',
  model: 'model',
  reference: 'request',
  unfit: 'channel',
  'unread-seal': 'request',
};

const blamesOfStatus: Readonly<Record<number, Blame>> = {
  401: 'credential',
  402: 'credential',
  403: 'credential',
  429: 'busy',
  [tierIsFull]: 'request',
};
