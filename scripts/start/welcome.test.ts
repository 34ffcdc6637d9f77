import { expect, test } from 'vitest';
import type { Configuration } from './configuration/read-configuration.ts';
import { welcome } from './welcome.ts';

const empty: Configuration = {
  file: 'headgate.yaml',
  isDemo: false,
  variables: {},
  apiKey: null,
  admin: null,
  model: null,
};
const admin = { username: 'root', password: 'a password' };

const linesFor = (members: Partial<Configuration>) =>
  welcome('http://127.0.0.1:8080', { ...empty, ...members }, { devFile: 'dev.json', logsDir: 'logs' });

test('whoever starts with an empty configuration is told that the first who comes makes the root user', () => {
  const lines = linesFor({});
  expect(lines).toContain(
    'The console: http://localhost:8080/console/ (as long as nobody is there, whoever comes first makes the root user)',
  );
  expect(lines).toContain('In dev.json: all addresses');
});

test.each([
  [{ apiKey: 'sk-1', admin }, "In dev.json: the key, the root user's password, all addresses"],
  [{ admin }, "In dev.json: the root user's password, all addresses"],
  [{ apiKey: 'sk-1' }, 'In dev.json: the key, all addresses'],
])('of %j it is said that the file has them, and none is shown', (members, line) => {
  const lines = linesFor(members);
  expect(lines).toContain(line);
  expect(lines.join('\n')).not.toMatch(/sk-1|a password/);
});

test('whom one may sign in as is said', () => {
  expect(linesFor({ admin })).toContain('The console: http://localhost:8080/console/ (sign in as root)');
});
