import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { ApiError, type ApiErrorKind, kindOfStatus } from '../api/api-error.ts';
import { describeError } from './describe-error.ts';
import { en } from './en.ts';

beforeAll(() =>
  i18next.init({ lng: 'en', defaultNS: 'words', resources: { en: { words: en } } }).then(() => undefined),
);

const words = (error: unknown): string => describeError(error, i18next.t);

test('what the API refused is told in its own words', () => {
  expect(words(new ApiError('refused', 'A username and a password are needed.'))).toBe(
    'A username and a password are needed.',
  );
});

test.each([
  [401, en.errors.signedOut],
  [403, en.errors.forbidden],
  [404, en.errors.missing],
  [429, en.errors.busy],
  [500, en.errors.unavailable],
  [503, en.errors.unavailable],
])('a status of %i is told in words for people, whatever was sent along', (status, told) => {
  expect(words(new ApiError(kindOfStatus(status), 'connect ECONNREFUSED 10.0.0.7:5432'))).toBe(told);
});

test.each<ApiErrorKind>(['unreachable', 'unreadable', 'unavailable', 'refused'])('%s has words', (kind) => {
  expect(words(new ApiError(kind, ''))).toMatch(/\w+\.$/);
});

test.each([new TypeError('x is undefined'), 'text', undefined])(
  'of what broke in the page no detail is shown: %s',
  (error) => {
    expect(words(error)).toBe(en.errors.unexpected);
  },
);
