import { existsSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOutsideFolder } from '../parts/postgres/outside-folder.ts';
import { ask } from './testing/ask.ts';
import { startSystem, type TestSystem } from './testing/start-system.ts';

async function start(options: Parameters<typeof startSystem>[0]): Promise<TestSystem> {
  const system = await startSystem(options);
  onTestFinished(async () => {
    await system.stop();
  });
  return system;
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'headgate-home-'));
  onTestFinished(() => removeOutsideFolder(home));
  return home;
}

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
    start({}),
    start({ replicas: 'text-gateway=2,ingress=2', config: writeConfiguration(configuration), env: secrets }),
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

test('a home that was deleted is begun anew', async () => {
  const home = newHome();
  const first = await startSystem({ home });
  await first.stop();
  rmSync(home, { recursive: true });
  const second = await start({ home });
  expect(second.dev.apiKey).not.toBe(first.dev.apiKey);
  expect(await ask(second.dev, second.dev.baseUrl)).toBe(200);
  expect(await ask(first.dev, second.dev.baseUrl)).toBe(401);
});

test('a home that was moved keeps what it had', async () => {
  const home = newHome();
  const first = await startSystem({ home });
  await first.stop();
  const moved = `${newHome()}/elsewhere`;
  onTestFinished(() => removeOutsideFolder(moved));
  renameSync(home, moved);
  const second = await start({ home: moved });
  expect(second.dev.apiKey).toBe(first.dev.apiKey);
  expect(second.logs()).toContain('nothing to change');
});

test('a home that was left half-made heals', async () => {
  const home = newHome();
  const first = await startSystem({ home });
  await first.stop();
  truncateSync(join(home, 'ports.json'));
  writeFileSync(join(home, 'lock'), '{"pid": 4194304, "startTime": "1", "supervisor": "gone"}');
  writeFileSync(join(home, 'dev.json'), '{');
  rmSync(join(home, 'logs'), { recursive: true });
  rmSync(join(home, 'services'), { recursive: true });
  const second = await start({ home });
  expect(second.dev.apiKey).toBe(first.dev.apiKey);
  expect(await ask(second.dev, second.dev.baseUrl)).toBe(200);
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
