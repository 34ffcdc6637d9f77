import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const file = join(mkdtempSync(join(tmpdir(), 'headgate-options-')), 'headgate.yaml');
writeFileSync(file, 'groups: {}\n');

test('without arguments there is one of each service, the demo and port 8080', () => {
  expect(readOptions([], {})).toEqual({
    publicPort: 8080,
    replicas: {
      sandbox: 1,
      ledger: 1,
      account: 1,
      'text-gateway': 1,
      'media-worker': 1,
      'media-api': 1,
      console: 1,
      ingress: 1,
    },
  });
});

test('replicas are counted by service', () => {
  const options = readOptions(['--replicas', 'text-gateway=2,ingress=3'], {});
  expect(options?.replicas).toMatchObject({ 'text-gateway': 2, ingress: 3, ledger: 1 });
});

test('the configuration is named by the argument, else by the environment', () => {
  expect(readOptions(['--config', file], { HEADGATE_CONFIG: '/nowhere' })?.config).toBe(file);
  expect(readOptions([], { HEADGATE_CONFIG: file })?.config).toBe(file);
});

test('help is asked for', () => {
  expect(readOptions(['--help'], {})).toBeUndefined();
});

test.each([
  [['--replicas', 'ingress=0'], {}, /ingress can run from 1 to 16 times, not "0"/],
  [['--replicas', 'ingress'], {}, /ingress can run from 1 to 16 times/],
  [['--replicas', 'sandbox=2'], {}, /sandbox can run from 1 to 1 times/],
  [['--replicas', 'gateway=2'], {}, /no service "gateway"; there are sandbox, ledger, account, text-gateway/],
  [['--config', '/nowhere/headgate.yaml'], {}, /no configuration file \/nowhere\/headgate.yaml/],
  [['--port', '1'], {}, /Usage: npm start/],
  [[], { HEADGATE_PORT: 'http' }, /HEADGATE_PORT must be a port from 1 to 65535, not "http"/],
  [[], { HEADGATE_PORT: '70000' }, /not "70000"/],
])('%j with %j is refused in words', (args, env, message) => {
  expect(() => readOptions(args, env)).toThrow(message);
});
