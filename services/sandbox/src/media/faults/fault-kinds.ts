import { isEnding } from '../jobs/job.ts';
import { type Occasion, occasions } from '../media-log.ts';

export type Parameters = Record<string, number | string | null>;

/** One way of going wrong: where it can, and the parameters it knows with their defaults. */
export interface MediaFaultKind {
  on: readonly Occasion[];
  defaults: Parameters;
}

/** Everything that is asked of a vendor can meet these. `made` 1: the job exists, whatever the answer says. */
const anywhere: Record<string, MediaFaultKind> = {
  /** The connection is reset after the request was read. */
  'cut-before-head': { on: occasions, defaults: { made: 1 } },
  /** It is closed after half of the body. */
  cut: { on: occasions, defaults: { made: 1 } },
  /** Half of the body, then silence until the client leaves. */
  stall: { on: occasions, defaults: { made: 1 } },
  /** Nothing for `ms`, then the answer. */
  slow: { on: occasions, defaults: { ms: 3_000 } },
  /** HTML. */
  garbage: { on: occasions, defaults: { status: 200, made: 0 } },
  'empty-body': { on: occasions, defaults: { status: 200, made: 0 } },
};

const special: Record<string, MediaFaultKind> = {
  /** The vendor's words for content that it does not want. */
  moderated: { on: ['create', 'poll'], defaults: {} },
  /** The vendor's words for an account without money. */
  broke: { on: ['create'], defaults: {} },
  /** As usual, but for the status. */
  accepted: { on: ['create'], defaults: { status: 202 } },
  /** A state that nobody knows. */
  'unknown-status': { on: ['poll'], defaults: { word: 'reticulating' } },
  'no-status': { on: ['poll'], defaults: {} },
  /** All is as it would be, without the media. */
  'no-media': { on: ['poll'], defaults: {} },
  /** As usual, in no type that tells anything. */
  'octet-stream': { on: ['content'], defaults: {} },
  /** 302 to another place. */
  redirect: { on: ['content'], defaults: { location: 'http://127.0.0.1/' } },
  /** That many bytes, at that rate. */
  paced: { on: ['content'], defaults: { bytes: 1_048_576, bytesPerSecond: 1_048_576 } },
};

export const mediaFaultKinds = { ...anywhere, ...special };

const statusKind: MediaFaultKind = { on: occasions, defaults: { retryAfter: null, made: 0 } };
const endingKind: MediaFaultKind = { on: ['create'], defaults: {} };

/** The kind of that name, or null: one of the table, `status-<400 to 599>`, or `ends-<how a job ends>`. */
export function findMediaKind(name: string): MediaFaultKind | null {
  if (statusOf(name) !== null) return statusKind;
  if (name.startsWith('ends-') && isEnding(name.slice('ends-'.length))) return endingKind;
  return Object.hasOwn(mediaFaultKinds, name) ? (mediaFaultKinds[name] ?? null) : null;
}

export function statusOf(kind: string): number | null {
  const status = /^status-([45]\d\d)$/.exec(kind)?.[1];
  return status === undefined ? null : Number(status);
}
