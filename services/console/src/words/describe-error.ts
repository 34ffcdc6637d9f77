import type { TFunction } from 'i18next';
import { ApiError, type ApiErrorKind } from '../api/api-error.ts';

/** What went wrong, in words for people. The one place where errors become text. */
export function describeError(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  // The API's own words name what to change, and say more than ours could.
  if (error.kind === 'refused' && error.message !== '') return error.message;
  return t(wordsOf[error.kind]);
}

const wordsOf = {
  refused: 'errors.unexpected',
  'signed-out': 'errors.signedOut',
  forbidden: 'errors.forbidden',
  missing: 'errors.missing',
  busy: 'errors.busy',
  unavailable: 'errors.unavailable',
  unreachable: 'errors.unreachable',
  unreadable: 'errors.unreadable',
} as const satisfies Record<ApiErrorKind, string>;
