import type { FailCode } from '../task/failure.ts';
import { asText, type Json } from './json.ts';
import type { VendorAnswer } from './send.ts';

/** Whose trouble a refusal is: the request's, the credential's, or the vendor's for a while. */
export type Blame = 'request' | 'credential' | 'busy' | 'unavailable';

interface Told {
  failCode?: FailCode;
  retryAfterMs?: number;
  isSaid?: boolean;
  cause?: unknown;
}

/** The vendor said no: nothing was made, for certain. */
export class Refusal extends Error {
  readonly blame: Blame;
  readonly failCode: FailCode;
  readonly retryAfterMs: number;
  /** In the vendor's own form. What else stands under a status may be a proxy's between, which knows of no task. */
  readonly isSaid: boolean;

  /** @param message the vendor's words, not yet cleaned. */
  constructor(
    blame: Blame,
    message: string,
    { failCode, retryAfterMs = 0, isSaid = true, cause }: Told = {},
  ) {
    super(message, { cause });
    this.blame = blame;
    this.failCode = failCode ?? failCodeOf[blame];
    this.retryAfterMs = retryAfterMs;
    this.isSaid = isSaid;
  }
}

/** Whether the vendor itself says that there is no such thing. */
export function saysUnknown(error: unknown): error is Refusal {
  return error instanceof Refusal && error.blame === 'unavailable' && error.isSaid;
}

/** Whether the vendor does not take the credential: another one may be good. */
export function isCredentialRefused(error: unknown): error is Refusal {
  return error instanceof Refusal && error.blame === 'credential';
}

/** A create was sent, and whether it made something cannot be said. */
export class OutcomeUnknown extends Error {}

/** The id that an accepted create was answered with. Throws where there is none: what was made cannot be looked after. */
export function namedId(value: unknown): string {
  const id = asText(value);
  if (id === undefined) throw new OutcomeUnknown('the upstream accepted and named no id');
  return id;
}

/** The object that a poll was answered with. Throws where there is none: a page, or half an answer, says nothing of a task. */
export function requireObject(body: Json | undefined): Json {
  if (!body) throw new OutcomeUnknown('no object came');
  return body;
}

const failCodeOf: Record<Blame, FailCode> = {
  request: 'invalid_parameter',
  credential: 'upstream_unavailable',
  busy: 'upstream_rate_limited',
  unavailable: 'upstream_unavailable',
};

/** What a vendor's own code under 400 means. One that says it has too much to do may take the same request in a while. */
export function refusedAs(failCode: FailCode, message: string): Refusal {
  return new Refusal(failCode === 'upstream_rate_limited' ? 'busy' : 'request', message, { failCode });
}

/** A create goes on from a video that the vendor has no more. */
export function sourceGone(): Refusal {
  const message = 'The video to go on from is no longer kept.';
  return new Refusal('request', message, { failCode: 'invalid_input_media' });
}

/** Conflict, too early, too many requests: the same request may be taken in a while. */
const comeAgain = [409, 425, 429];

/** The same request is wanted at another address, as of http at https. Those that may lead to what was made are not among them. */
const elsewhere = [301, 307, 308];

/**
 * What a create that was answered with a status outside 2xx means, unless the vendor's adapter knows better.
 * @param message what stands where the vendor says why; empty where nothing does.
 */
export function refusalOf(
  answer: VendorAnswer,
  message: string,
  nowMs = Date.now(),
): Refusal | OutcomeUnknown {
  const { status } = answer;
  const isSaid = message !== '';
  if (status === 401 || status === 402 || status === 403) return new Refusal('credential', message);
  if (status === 404) return new Refusal('unavailable', message, { isSaid });
  if (comeAgain.includes(status))
    return new Refusal('busy', message, { retryAfterMs: retryAfterMs(answer, nowMs) });
  if (elsewhere.includes(status))
    return new Refusal('unavailable', `The upstream answered ${status}.`, { isSaid: false });
  // Other redirects, a request that took too long, and every error of the vendor's own: they may have made something.
  if (status < 400 || status === 408 || status >= 500)
    return new OutcomeUnknown(`the upstream answered ${status}`);
  return new Refusal('request', message, { isSaid });
}

const longestWaitMs = 10 * 60_000;

/** How long the vendor asks to be left alone; 0 where it does not say. */
function retryAfterMs({ headers }: VendorAnswer, nowMs: number): number {
  const value = headers['retry-after'];
  const asked = typeof value === 'string' ? readDelay(value, nowMs) : 0;
  return Math.min(Math.max(asked, 0), longestWaitMs);
}

/** Seconds, of which some write fractions, or a date. Source: RFC 9110, 10.2.3. */
function readDelay(value: string, nowMs: number): number {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  return /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) - nowMs || 0 : 0;
}
