import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from './read-configuration.ts';

const identity = { id: 'id', databasePassword: 'x', demoKey: 'sk-demo', demoPassword: 'demo-password' };
const around = { identity, sandboxUrl: 'http://127.0.0.1:1', env: { CI_KEY: 'sk-ci', EMPTY: '' } };

function write(yaml: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'headgate-configuration-')), 'headgate.yaml');
  writeFileSync(file, yaml);
  return file;
}

test('the demo has the key and the root user that were drawn for the home', () => {
  expect(readConfiguration(undefined, around)).toMatchObject({
    isDemo: true,
    apiKey: 'sk-demo',
    admin: { username: 'root', password: 'demo-password' },
    model: 'gpt-4o-mini',
    variables: { HEADGATE_SANDBOX_URL: 'http://127.0.0.1:1', HEADGATE_DEMO_KEY: 'sk-demo' },
  });
});

test("a file's first key and root user are taken, with the environment put in", () => {
  const file = write(`
channels: [{ name: a, models: [{ name: fast, upstream: slow }] }]
users: [{ username: eve, password: p, role: admin }, { username: root, password: "pass-\${CI_KEY}", role: root }]
keys: [{ name: ci, key: "\${CI_KEY}" }, { name: other, key: sk-other }]
`);
  expect(readConfiguration(file, around)).toMatchObject({
    isDemo: false,
    apiKey: 'sk-ci',
    admin: { username: 'root', password: 'pass-sk-ci' },
    model: 'fast',
  });
  expect(readConfiguration(file, around).variables).not.toHaveProperty('HEADGATE_DEMO_KEY');
});

test.each(['groups: {}', `keys: [{ name: a, key: "\${EMPTY}" }]`, 'keys: wrong', '{}', '- 1'])(
  'a file that names no key and no root user has neither: %j',
  (yaml) => {
    expect(readConfiguration(write(yaml), around)).toMatchObject({ apiKey: null, admin: null, model: null });
  },
);

test('an empty file is refused before anything is started', () => {
  expect(() => readConfiguration(write(''), around)).toThrow('It is empty');
});

test('a file that is no YAML is refused in words', () => {
  const file = write('keys: [');
  expect(() => readConfiguration(file, around)).toThrow(new RegExp(`${file} cannot be read:\\nline 1: `));
});

test('a file that cannot be read is not quoted', () => {
  const file = write('keys:\n  - { name: a, key: sk-secret }\nusers: [\n');
  expect(() => readConfiguration(file, around)).toThrow(/cannot be read:\nline \d+: (?!.*sk-secret).*$/s);
});

test('a file is read as it is applied', () => {
  const yaml = `keys: [{ name: a, key: "$\${CI_KEY}" }]`;
  expect(readConfiguration(write(yaml), around).apiKey).toBe(`\${CI_KEY}`);
  const file = write(`keys:\n  - { name: a, key: "\${NOT_SET}" }`);
  const problem = `${file} cannot be read:\nline 2: the environment variable NOT_SET is not set`;
  expect(() => readConfiguration(file, around)).toThrow(problem);
});

test('a file in another encoding than UTF-8 is refused before anything is started', () => {
  const file = write('');
  writeFileSync(
    file,
    Buffer.from('users: [{ username: root, role: root, password: gr\xfc\xdfe }]\n', 'latin1'),
  );
  expect(() => readConfiguration(file, around)).toThrow(
    /headgate\.yaml cannot be read:\nline 1: It is not UTF-8/,
  );
});
