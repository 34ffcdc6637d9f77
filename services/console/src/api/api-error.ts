import type { components } from './schema.ts';

/**
 * What came in place of data. `refused`: the API understood and said why not, in words for people. The others say where
 * the trouble is.
 */
export type ApiErrorKind =
  | 'refused'
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'busy'
  | 'unavailable'
  | 'unreachable'
  | 'unreadable';

/** Which refusal it is, where the API has a name for it. */
export type RefusalReason = NonNullable<components['schemas']['Refusal']['reason']>;

/** What is wrong with a member of what was sent, where all that is wrong with it has names. */
export type Problem = NonNullable<components['schemas']['Refusal']['problems']>[number];

export type ProblemReason = Problem['reason'];

/** What is known of an error beside its kind and the API's words. */
interface ApiErrorFacts {
  requestId?: string | undefined;
  reason?: RefusalReason | undefined;
  values?: Record<string, string> | undefined;
  problems?: readonly Problem[] | undefined;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** An API that is newer than this page may give one that is unknown here. */
  readonly reason: RefusalReason | undefined;
  /** What stands in the holes of the reason's words. */
  readonly values: Record<string, string>;
  readonly problems: readonly Problem[];
  /** For those who run the system, who find it in the log. */
  readonly requestId: string | undefined;

  constructor(
    kind: ApiErrorKind,
    message: string,
    { requestId, reason, values = {}, problems = [], cause }: ApiErrorFacts = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.requestId = requestId;
    this.reason = reason;
    this.values = values;
    this.problems = problems;
  }
}

/** The kind that a status outside of 200 stands for. */
export function kindOfStatus(status: number): ApiErrorKind {
  if (status === 401) return 'signed-out';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unavailable' : 'refused';
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'signed-out';
}

/** Whether no answer came, or none of a part that it takes: it may have been done all the same, and may be answered in a moment. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'unavailable' || error.kind === 'unreachable');
}
