import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { describeError } from '../words/describe-error.ts';

/** Says that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** Says that something did not work, and why. Stays longer: it is to be read. */
export function notifyError(error: unknown, t: TFunction): void {
  const message = describeError(error, t);
  notifications.show({ title: t('errors.title'), message, color: 'red', autoClose: 10_000, role: 'alert' });
}
