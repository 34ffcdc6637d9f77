import { expect, test } from 'vitest';
import { readSandboxConfig } from './config.ts';

const env = { HEADGATE_HTTP_PORT: '8101' };

test('a port is enough', () => {
  expect(readSandboxConfig(env)).toEqual({ host: '127.0.0.1', port: 8101, logFile: null, mediaMs: 0 });
});

test('jobs of media take as long as is said', () => {
  expect(readSandboxConfig({ ...env, HEADGATE_SANDBOX_MEDIA_MS: '8000' }).mediaMs).toBe(8_000);
});

test('production is refused unless it is allowed', () => {
  expect(() => readSandboxConfig({ ...env, NODE_ENV: 'production' })).toThrow('HEADGATE_SANDBOX_ALLOW');
  const allowed = { ...env, NODE_ENV: 'production', HEADGATE_SANDBOX_ALLOW: 'true' };
  expect(readSandboxConfig(allowed).port).toBe(8101);
});
