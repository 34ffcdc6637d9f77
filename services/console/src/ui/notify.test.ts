import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { en } from '../words/en.ts';
import { notifyError } from './notify.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', defaultNS: 'words', resources: { en: { words: en } } });
});

test.each([
  ['unreachable', en.errors.unsure],
  ['unavailable', en.errors.unsure],
  ['refused', en.errors.title],
  ['missing', en.errors.title],
] as const)('an action whose error is %s is said to have failed where that is known', (kind, title) => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('');
  notifyError(new ApiError(kind, 'No.'), i18next.t);
  expect(show).toHaveBeenLastCalledWith(expect.objectContaining({ title }));
});
