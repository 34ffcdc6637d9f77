import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { newHome, startForTest } from './testing/homes.ts';
import { startSystem } from './testing/start-system.ts';

function writeConfiguration(yaml: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'headgate-configuration-')), 'headgate.yaml');
  writeFileSync(file, yaml);
  return file;
}

const configuration = `
groups: { default: { ratio: 1 } }
models: { mine: { price: { call: 0.01 } } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: [k]
    models: [mine]
users: [{ username: root, password: "\${ROOT_PASSWORD}", role: root }]
keys: [{ name: first, key: "\${FIRST_KEY}", unlimited: true }]
`;

test('two homes are two systems, one with more of a service and a configuration of its own', async () => {
  const secrets = { FIRST_KEY: `sk-first${'x'.repeat(40)}`, ROOT_PASSWORD: 'a root password' };
  const [one, two] = await Promise.all([
    startForTest({}),
    startForTest({
      replicas: 'text-gateway=2,ingress=2',
      config: writeConfiguration(configuration),
      env: secrets,
    }),
  ]);
  expect(two.dev.apiKey).toBe(secrets.FIRST_KEY);
  expect(two.dev.admin).toEqual({ username: 'root', password: secrets.ROOT_PASSWORD });
  expect(two.logs()).not.toContain(secrets.FIRST_KEY);
  expect(two.dev.services['text-gateway']).toHaveLength(2);
  const ingresses = two.dev.services.ingress ?? [];
  expect(ingresses.map(({ baseUrl }) => baseUrl)).toEqual([two.dev.baseUrl, expect.stringMatching(/^http/)]);
  for (const { baseUrl = '' } of ingresses) {
    for (let round = 0; round < 4; round += 1) expect(await ask(two.dev, baseUrl, 'mine')).toBe(200);
  }
  expect(await ask(one.dev, one.dev.baseUrl)).toBe(200);
  expect(await ask(two.dev, one.dev.baseUrl)).toBe(401);
});

test('a configuration that is refused ends the start with its reason, and nothing is left', async () => {
  const home = newHome();
  const config = writeConfiguration('groups: { default: { ratio: 1, colour: red } }\n');
  await expect(startSystem({ home, config })).rejects.toThrow(
    /ended with status 1.*was not applied.*colour/s,
  );
  expect(existsSync(join(home, 'dev.json'))).toBe(false);
  expect(existsSync(join(home, 'lock'))).toBe(false);
});
