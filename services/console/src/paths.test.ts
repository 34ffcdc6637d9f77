import { expect, test } from 'vitest';
import { afterSignIn, backFromProvider, isBackFromProvider, paths, signInFrom } from './paths.ts';

test('sign-in leads back to where somebody was', () => {
  const [, search] = signInFrom('/logs?model=gpt-4o').split('?');
  expect(afterSignIn(new URLSearchParams(search))).toBe('/logs?model=gpt-4o');
});

test.each([
  '',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'logs',
])('and never to %j', (next) => {
  expect(afterSignIn(new URLSearchParams({ next }))).toBe(paths.home);
});

test('a provider sends back to sign-in, which leads on', () => {
  const sent = backFromProvider(new URLSearchParams({ next: '/logs?model=a&b' }));
  const back = new URL(new URLSearchParams(sent).get('return_to') ?? '', 'https://gate.example');
  expect(back.pathname).toBe('/console/sign-in');
  expect(isBackFromProvider(back.searchParams)).toBe(true);
  expect(afterSignIn(back.searchParams)).toBe('/logs?model=a&b');
});

test.each(['require_2fa=true&back=1', 'sign_in_error=No.&back=1', 'next=/logs'])(
  '%s leads nowhere yet',
  (query) => {
    expect(isBackFromProvider(new URLSearchParams(query))).toBe(false);
  },
);
