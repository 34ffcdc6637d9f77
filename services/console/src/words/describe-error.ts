import type { TFunction } from 'i18next';
import { ApiError, type ApiErrorKind, type RefusalReason } from '../api/api-error.ts';
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

/** What keeps somebody from coming in by a provider. */
export const signInRefusals = [
  'binding_taken',
  'binding_unknown',
  'provider_another_account',
  'provider_did_not_confirm',
  'provider_refused',
  'provider_secret_unreadable',
  'sign_in_meanwhile',
  'sign_in_not_begun',
  'signed_in_already',
  'signed_out_meanwhile',
  'step_up_by_other_way',
  'step_up_needed',
  'user_disabled',
  'user_removed',
] as const satisfies RefusalReason[];

/** Why a way by a provider led nowhere, of which an address says the name; `provider` is undefined where none of ours is meant. */
export function describeSignInRefusal(name: string, provider: string | undefined, t: TFunction): string {
  const reason = signInRefusals.find((known) => known === name);
  return reason && provider !== undefined ? t(`refusals.${reason}`, { provider }) : t('signIn.refused');
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
