import { notifications } from '@mantine/notifications';
import i18next, { type TFunction } from 'i18next';
import { describeError } from '../words/describe-error.ts';

/** Says that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ ...base(), message, color: 'teal' });
}

/** Says that something did not work, and why. Stays longer: it is to be read. */
export function notifyError(error: unknown, t: TFunction): void {
  notifyFailure(describeError(error, t), t);
}

/** The same, in words that are known. */
export function notifyFailure(message: string, t: TFunction): void {
  notifications.show({
    ...base(),
    title: t('errors.title'),
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
