import { notifications } from '@mantine/notifications';
import i18next, { type TFunction } from 'i18next';
import { isUnanswered } from '../api/api-error.ts';
import { describeError } from '../words/describe-error.ts';

/** Says that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ ...base(), message, color: 'teal' });
}

/** Says that something that was asked for did not work, and why; where no answer came, that it may have. */
export function notifyError(error: unknown, t: TFunction): void {
  notifyFailure(describeError(error, t), t, t(isUnanswered(error) ? 'errors.unsure' : 'errors.title'));
}

/** Says that something did not work, in words that are known. Stays longer: it is to be read. */
export function notifyFailure(message: string, t: TFunction, title = t('errors.title')): void {
  notifications.show({
    ...base(),
    title,
    message,
    color: 'red',
    autoClose: 10_000,
    role: 'alert',
  });
}

/** Its button has a name, and its text can be read on either ground. */
function base() {
  return {
    closeButtonProps: { 'aria-label': i18next.t('actions.close') },
    styles: { description: { color: 'var(--mantine-color-text)' } },
  };
}
