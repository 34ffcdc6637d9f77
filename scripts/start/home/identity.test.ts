import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Home, openHome } from './home.ts';
import { readOrDrawCallerSecret, readOrDrawIdentity, readOrDrawMasterKey } from './identity.ts';

let home: Home;
beforeEach(() => {
  home = openHome(join(mkdtempSync(join(tmpdir(), 'headgate-identity-')), 'home'));
});

test('is drawn once per home, for its owner alone', () => {
  const drawn = readOrDrawIdentity(home);
  expect(drawn.demoKey).toMatch(/^sk-[A-Za-z0-9]{48}$/);
  expect(readOrDrawIdentity(home)).toEqual(drawn);
  expect(statSync(home.identityFile).mode & 0o777).toBe(0o600);
  expect(statSync(home.path).mode & 0o777).toBe(0o700);
});

test.each(['', '{}', '{"id": 1}'])('a damaged file %j is an error that says what to do', (content) => {
  writeFileSync(home.identityFile, content);
  expect(() => readOrDrawIdentity(home)).toThrow(/identity.json is damaged.*delete .* to begin anew/s);
});

test('the master key is 32 bytes, kept for its owner alone', () => {
  const key = readOrDrawMasterKey(home, {});
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(readOrDrawMasterKey(home, {})).toBe(key);
  expect(statSync(home.masterKeyFile).mode & 0o777).toBe(0o600);
});

test('what callers are signed with is drawn likewise, and is not the master key', () => {
  const secret = readOrDrawCallerSecret(home, {});
  expect(readOrDrawCallerSecret(home, {})).toBe(secret);
  expect(secret).not.toBe(readOrDrawMasterKey(home, {}));
  expect(() => readOrDrawCallerSecret(home, { HEADGATE_CALLER_SECRET: 'short' })).toThrow(/32 bytes/);
});

test('the master key of the environment wins, and must be one', () => {
  const own = Buffer.alloc(32, 7).toString('base64');
  readOrDrawMasterKey(home, {});
  expect(readOrDrawMasterKey(home, { HEADGATE_MASTER_KEY: own })).toBe(own);
  expect(() => readOrDrawMasterKey(home, { HEADGATE_MASTER_KEY: 'short' })).toThrow(/32 bytes in base64/);
});
