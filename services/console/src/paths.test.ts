import { expect, test } from 'vitest';
import { afterSignIn, paths, signInFrom } from './paths.ts';

test('sign-in leads back to where somebody was', () => {
  const [, search] = signInFrom('/logs?model=gpt-4o').split('?');
  expect(afterSignIn(new URLSearchParams(search))).toBe('/logs?model=gpt-4o');
});

test.each(['', '//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'logs'])(
  'and never to %j',
  (next) => {
    expect(afterSignIn(new URLSearchParams({ next }))).toBe(paths.home);
  },
);
