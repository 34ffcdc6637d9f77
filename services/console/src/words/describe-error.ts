import type { TFunction } from 'i18next';
import { ApiError, type ApiErrorKind } from '../api/api-error.ts';
import { nameMember } from './name-member.ts';

/** What went wrong, in words for people. The one place where errors become text. */
export function describeError(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (error.kind === 'refused' && error.message !== '') return sayProblems(error, t) || sayRefusal(error, t);
  if (error.kind === 'forbidden' && error.reason) return sayRefusal(error, t);
  return t(wordsOf[error.kind]);
}

/** Empty where there is something that this page has no words for: those of the API say it all. */
function sayProblems({ problems }: ApiError, t: TFunction): string {
  const said = problems.map(({ member, reason, values }) =>
    t(`problems.${reason}`, { ...values, member: nameMember(member, t), defaultValue: '' }),
  );
  return said.includes('') ? '' : said.join(' ');
}

/** The API's own words name what to change: they stand for what has no name, or one that this page does not know. */
function sayRefusal({ reason, values, message }: ApiError, t: TFunction): string {
  return (reason && t(`refusals.${reason}`, { ...values, defaultValue: '' })) || message;
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
