import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { whoActs } from './who-acts.ts';

test('the user of the system acts', () => {
  expect(whoActs()).toBe(userInfo().username);
});

test('a user that the system has no name for acts by number', () => {
  const nameless = (): never => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(whoActs(nameless)).toBe(`uid ${process.getuid?.()}`);
});
