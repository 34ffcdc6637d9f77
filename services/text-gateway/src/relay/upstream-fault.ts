import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { isRecord } from '../json/read.ts';
import type { UpstreamHeaders } from '../upstream-call/call.ts';
import { contextOverflow, isContextOverflow } from './context-overflow.ts';
import { maskSecrets, type Secrets } from './mask.ts';
import { readRetryInfo } from './retry-info.ts';

/** An upstream's refusal is read this far. */
export const maxRefusalBytes = 64 * 1024;

const defaultRetryAfterMs = 1_000;
const maxRetryAfterMs = 60 * 60_000;

/**
 * What the client is told of an upstream's refusal. A refusal of the request itself keeps its status and its
 * words, masked. Our own troubles with the upstream (credentials, balance, an unknown model, its health)
 * never look like the client's.
 */
export function toClientFault(
  status: number,
  headers: UpstreamHeaders,
  body: Buffer,
  secrets: Secrets,
): Fault {
  const refusal = readRefusal(body);
  if (refusal && isUnverified(refusal)) return fault('model_not_found', { message: unavailable });
  const isBeyond = isBeyondAccount(refusal);
  if (status === 429 && !isBeyond && !isEmptyAccount(refusal))
    return fault('too_many_requests', { retryAfterMs: retryAfter(headers, refusal), message: busy });
  if (!isClientsFault(status, refusal)) {
    const retryAfterMs = status === 503 ? askedDelay(headers, refusal) : undefined;
    return fault('model_not_found', { message: unavailable, ...(retryAfterMs && { retryAfterMs }) });
  }
  if (refusal && (speaksOfCredential(refusal) || awsOwn.has(awsErrorOf(headers))))
    return fault('model_not_found', { message: unavailable });
  if (!refusal) return fault('bad_response_status_code', { status });
  const code = word(refusal.code, secrets) ?? word(codeIn(refusal.details), secrets);
  return {
    ...fault('invalid_request'),
    status: isBeyond ? 413 : status,
    code: isContextOverflow(text(refusal.message) ?? '') ? contextOverflow : code,
    type: word(refusal.type, secrets) ?? 'invalid_request_error',
    param: word(refusal.param, secrets) ?? '',
    message: maskSecrets(text(refusal.message) ?? 'The upstream refused the request.', secrets),
  };
}

/** Anthropic has a code among the details of an error. */
function codeIn(details: unknown): unknown {
  return isRecord(details) ? details.error_code : undefined;
}

/**
 * The same of what an upstream says within a session, where no status comes with it: undefined where it speaks of the request,
 * and not of our account.
 */
export function faultOfAccount(refusal: Record<string, unknown>): Fault | undefined {
  const isOurs = isEmptyAccount(refusal) || speaksOfCredential(refusal) || isUnverified(refusal);
  return isOurs ? fault('model_not_found', { message: unavailable }) : undefined;
}

const busy = 'The upstream is busy. Try again shortly.';
const unavailable = 'The upstream for this model is not available right now.';

/** So Groq says that its flex tier has no room, and Google that it has given a call up. */
const [tierIsFull, givenUp] = [498, 499];

/** Of those above 404: what another attempt, or another channel, may not meet. */
const upstreamsOwn = new Set([405, 407, 408, 409, 421, 424, 425, 426, 429, tierIsFull, givenUp]);

/** With 404 these are what the client refers to, as an item of an answer that was not stored. Others may speak of the model. */
const referringMembers = /^(?:conversation|input|messages|previous_response_id|prompt)(?![a-z_])/;
/** So Anthropic says it, who names no member. */
const absentFile = /^File not found: file_/;

/** What is looked at of a refusal. */
interface Said {
  code?: unknown;
  message?: unknown;
  param?: unknown;
}

function refersToAbsent({ param, message }: Said): boolean {
  return referringMembers.test(text(param) ?? '') || absentFile.test(text(message) ?? '');
}

/** 401 to 405 speak of our key, our balance, our mapping and our path; 408 and above 497 of the upstream itself. */
function isClientsFault(status: number, refusal: Said | undefined): boolean {
  if (isBeyondAccount(refusal)) return true;
  if (status === 404) return refusal !== undefined && refersToAbsent(refusal);
  return status === 400 || (status > 404 && status < 500 && !upstreamsOwn.has(status));
}

/** Google answers a bad key with 400, and says so in a detail of its error. */
const credentialReasons = new Set(['API_KEY_INVALID', 'API_KEY_SERVICE_BLOCKED', 'ACCESS_TOKEN_EXPIRED']);

/**
 * OpenAI's images say so with 400 of an account that has spent what it may, Alibaba of one that has nothing left, Groq of one
 * that it has locked.
 */
const accountCodes: ReadonlySet<unknown> = new Set([
  ...['billing_hard_limit_reached', 'Arrearage', 'organization_restricted'],
]);

/** With 429 OpenAI, Moonshot, MiniMax and Zhipu say so of an account that has nothing left, which is not to be waited for. */
const emptyAccountWords: ReadonlySet<unknown> = new Set([
  ...['insufficient_quota', 'billing_not_active', 'exceeded_current_quota_error'],
  ...['insufficient_balance_error', '1113'],
]);

/** xAI and Google have no words of their own for it. */
const emptyAccount =
  /^Your (?:team \S+ has either used all available credits|(?:billing account|project) has exceeded its monthly spending cap|prepayment credits are depleted)/;

function isEmptyAccount(refusal: Record<string, unknown> | undefined): boolean {
  if (emptyAccount.test(text(refusal?.message) ?? '')) return true;
  return emptyAccountWords.has(refusal?.code) || emptyAccountWords.has(refusal?.type);
}

/**
 * So OpenAI says with 429, and Groq with 413, that a request needs more than an account may use in a minute. Another account may
 * serve it, and this one never does, however long it is left alone.
 */
function isBeyondAccount(refusal: Said | undefined): boolean {
  return refusal?.code === 'rate_limit_exceeded' && /^Request too large /.test(text(refusal.message) ?? '');
}

/** xAI answers a bad key with 400, Google whoever asks from the wrong country, under codes that other bad requests have. */
const accountWords =
  /^(?:Incorrect API key provided|User location is not supported|Gemini API free tier is not available)/;

/**
 * Anthropic says so with 400 of an organisation that has no credit, has reached its limit or is disabled: in `details`, or in
 * nothing but these words, which have stood for years. Source: its SDK, and the issues of Claude Code.
 */
const organizationCodes: ReadonlySet<unknown> = new Set([
  ...['organization_on_hold', 'contract_spend_limit_reached', 'enforced_spend_limit_reached'],
]);
const organizationWords =
  /^(?:Your credit balance is too low|You have reached your specified API usage limits|This organization has been disabled)/;

function speaksOfOrganization({ type, message, details }: Record<string, unknown>): boolean {
  if (isRecord(details) && organizationCodes.has(details.error_code)) return true;
  return type === 'invalid_request_error' && organizationWords.test(text(message) ?? '');
}

function speaksOfCredential(refusal: Record<string, unknown>): boolean {
  const { code, details, message } = refusal;
  if (accountCodes.has(code) || speaksOfOrganization(refusal)) return true;
  if (accountWords.test(text(message) ?? '')) return true;
  return (
    Array.isArray(details) &&
    details.some((detail) => isRecord(detail) && credentialReasons.has(String(detail.reason)))
  );
}

/**
 * OpenAI serves an organisation that is not verified but for streams of some models, and for summaries, which conversions ask
 * for too.
 */
const unverifiedWords =
  /^Your organization must be verified to (?:stream this model|generate reasoning summaries)/;

function isUnverified({ message }: Record<string, unknown>): boolean {
  return unverifiedWords.test(text(message) ?? '');
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

/** Whether another channel may do better: not when the request itself was refused. */
export function isRetryable(refusal: Fault, status: number): boolean {
  if (isBeyondAccount(refusal) || refusal.code === unreadSeal) return true;
  return !isClientsFault(status, refusal) || status === 404 || refusal.code === 'model_not_found';
}

/**
 * What a refusal says of the credential; absent where it says nothing of it. With `model` it may not use this model alone, with
 * `reference` what the client refers to is not kept for it, or what the client says is not taken.
 */
export type Blame = 'busy' | 'credential' | 'model' | 'reference';

const credentialStatuses = new Set([401, 402, 403]);

/** OpenAI has no code for an organisation that is not verified, and AWS none at all. */
const modelCodes = /^model_(?:not_found|permission_blocked)/;
const modelWords =
  /^(?:Your organization must be verified to use the model|You don't have access to the model|Model access is denied)/;

function speaksOfModel({ code, message }: Record<string, unknown>): boolean {
  return modelCodes.test(text(code) ?? '') || modelWords.test(text(message) ?? '');
}

/**
 * Some say 403 of what the client sent: Google of a file or a cache that is gone or another account's, OpenRouter of a prompt
 * that was flagged. Anybody could have a credential left alone by it.
 */
const strangersWords = /^(?:You do not have permission to access the File|CachedContent not found)/;

function speaksOfRequest({ message, metadata }: Record<string, unknown>): boolean {
  const isFlagged = isRecord(metadata) && 'flagged_input' in metadata;
  return isFlagged || strangersWords.test(text(message) ?? '');
}

/** So OpenAI and Azure say of reasoning that another organisation's key had sealed, to which the request may have to go back. */
export const unreadSeal = 'invalid_encrypted_content';

function blameOfBadRequest(refusal: Record<string, unknown>): Blame | undefined {
  if (speaksOfCredential(refusal)) return 'credential';
  return isUnverified(refusal) || refusal.code === unreadSeal ? 'reference' : undefined;
}

export function blameOf(status: number, body: Buffer): Blame | undefined {
  const refusal = readRefusal(body);
  if (status === tierIsFull || isBeyondAccount(refusal)) return 'reference';
  if (status === 429) return isEmptyAccount(refusal) ? 'credential' : 'busy';
  if (status === 400) return refusal && blameOfBadRequest(refusal);
  if (status === 404) return isClientsFault(status, refusal) ? 'reference' : undefined;
  if (!credentialStatuses.has(status)) return undefined;
  if (refusal && speaksOfModel(refusal)) return 'model';
  return status === 403 && refusal && speaksOfRequest(refusal) ? 'reference' : 'credential';
}

function retryAfter(headers: UpstreamHeaders, refusal: Record<string, unknown> | undefined): number {
  return askedDelay(headers, refusal) ?? defaultRetryAfterMs;
}

/** How long an upstream wants to be left alone, in milliseconds; undefined where it does not say. */
function askedDelay(
  headers: UpstreamHeaders,
  refusal: Record<string, unknown> | undefined,
): number | undefined {
  const value = headers['retry-after'];
  const asked = typeof value === 'string' ? readDelay(value) : readRetryInfo(refusal);
  return asked === undefined ? undefined : Math.min(Math.max(asked, 1_000), maxRetryAfterMs);
}

/** Seconds, of which some write fractions, or a date. Source: RFC 9110, 10.2.3. */
function readDelay(value: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  return /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) - Date.now() || undefined : undefined;
}

/** Finds the error in the shapes that vendors use; undefined when there is none. */
export function readRefusal(body: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const root = Array.isArray(parsed) ? parsed[0] : parsed;
    if (!isRecord(root)) return undefined;
    const { error, header, response } = root;
    const inner = [error, isRecord(response) ? response.error : undefined].find(isRecord);
    if (inner) return inner;
    const { message, msg, err, error_msg: errorMessage, detail } = root;
    const said = [
      error,
      message,
      msg,
      err,
      errorMessage,
      detail,
      isRecord(header) ? header.message : undefined,
    ];
    const words = said.find((value) => typeof value === 'string') ?? wordsOf(detail);
    return words === undefined ? undefined : { message: words };
  } catch {
    return undefined;
  }
}

/** What services in Python find wrong with a body: a list of it, with the place of each. */
function wordsOf(detail: unknown): string | undefined {
  const all = Array.isArray(detail) ? detail.filter(isRecord) : [];
  const said = all.flatMap(({ loc, msg }) =>
    typeof msg === 'string' ? [Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg] : [],
  );
  return said.length > 0 ? said.join('; ') : undefined;
}

/** A refusal travels in the trailers of a call, and trailers have little room. */
const maxWordLength = 200;

function word(value: unknown, secrets: Secrets): string | undefined {
  const words = text(value);
  return words === undefined ? undefined : maskSecrets(words, secrets).slice(0, maxWordLength);
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
