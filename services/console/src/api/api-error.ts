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

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** For those who run the system, who find it in the log. */
  readonly requestId: string | undefined;

  constructor(kind: ApiErrorKind, message: string, options: { requestId?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.requestId = options.requestId;
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
