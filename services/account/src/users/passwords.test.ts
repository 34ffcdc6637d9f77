import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

test('a hash names its parameters, has its own salt, and fits one password', async () => {
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('correct horsf', hash)).toBe(false);
  expect(await passwords.hash('correct horse')).not.toBe(hash);
});

test('a hash made elsewhere, with other parameters, verifies', async () => {
  // A test vector of the reference implementation (github.com/P-H-C/phc-winner-argon2, src/test.c).
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await passwords.verify('password', hash)).toBe(true);
});

test.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv'])('"%s" is nobody\'s hash', async (hash) => {
  expect(await passwords.verify('', hash)).toBe(false);
});

test('without a hash no password is right', async () => {
  expect(await passwords.verify('', undefined)).toBe(false);
});

test('beyond the bound checks are refused, and let in again afterwards', async () => {
  const gate = createPasswords({ limit: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = [gate.run(() => promise), gate.run(() => promise)];
  const refusal = { code: 'too_many_requests', notStarted: true };
  await expect(gate.run(async () => {})).rejects.toMatchObject({ fault: refusal });
  resolve();
  await Promise.all(running);
  await gate.run(async () => {});
});
