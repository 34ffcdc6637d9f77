// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the file, not templates.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { freePort } from '@headgate/runtime/testing/free-port';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CommandResult, runCommand } from './testing/run-command.ts';
import { startHungServer } from './testing/start-hung-server.ts';
import { startTestSystem, type TestSystem } from './testing/start-system.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headgate-apply-'));
  system = await startTestSystem();
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const secrets = {
  UPSTREAM_KEY: 'sk-upstream-secret',
  CI_KEY: 'sk-ci-0123456789abcdef',
  PASSWORD: 'root password',
};

const yaml = (changes: { quota?: string; more?: string } = {}) => `
site:   { name: Headgate, quota_display: USD }
groups: { default: { ratio: 1 }, vip: { ratio: 0.8 } }
models:
  gpt-4o-mini: { price: { input: 0.15, cache_read: 0.075, output: 0.60 }, max_output: 16384 }
  sora-2:      { family: V1, price: { second: 0.10 } }
channels:
  - name: main
    provider: openai
    base_url: https://provider.example/v1
    keys: ["\${UPSTREAM_KEY}"]
    models: [gpt-4o-mini, { name: fast, upstream: gpt-4o-mini }]
users:
  - { username: root, password: "\${PASSWORD}", role: root }
keys:
  - { name: ci, key: "\${CI_KEY}", quota_usd: ${changes.quota ?? 10}, model_limits: { gpt-4o-mini: 1.5 } }
${changes.more ?? ''}`;

const apply = (text: string, words: string[] = []) => send('apply', text, words);
const diff = (text: string, words: string[] = []) => send('diff', text, words);

async function send(verb: string, text: string, words: string[]): Promise<CommandResult> {
  const file = join(folder, 'headgate.yaml');
  await writeFile(file, text);
  return runCommand([verb, ...words, file], {
    ...secrets,
    HEADGATE_ACCOUNT_ADDRESS: system.accountAddress,
  });
}

test('a file is applied once, its changes said a line each, and then there is nothing to change', async () => {
  const first = await apply(yaml());
  expect(first.stdout.trimEnd().split('\n')).toEqual([
    'group default: added',
    'group vip: added',
    'model gpt-4o-mini: added',
    'model sora-2: added',
    'channel main: added',
    'user root: added',
    'key ci: added',
    'prices: changed, now version 1',
  ]);
  expect({ status: first.status, stderr: first.stderr }).toEqual({ status: 0, stderr: '' });
  expect(await apply(yaml())).toEqual({
    status: 0,
    stdout: 'nothing to change\n',
    stderr: '',
  });

  const client = connectRpc(AccountClient, system.accountAddress);
  const { catalog } = await call(client, client.getCatalog, { afterVersion: 0n, unreadableChannels: 0 });
  expect(catalog?.channels[0]?.keys).toEqual([secrets.UPSTREAM_KEY]);
  expect(catalog?.models.map(({ name, maxOutput, media }) => [name, maxOutput, media?.family])).toEqual([
    ['gpt-4o-mini', 16_384n, undefined],
    ['sora-2', 32_768n, 'V1'],
  ]);
  client.close();
});

test('a grant is a total: a top-up stays when the file grants more or less', async () => {
  const ledger = connectRpc(LedgerClient, system.ledgerAddress);
  const granted = async (): Promise<Record<string, bigint>> => {
    const purses = ['user:1', 'key:1', 'key:1:model:gpt-4o-mini'];
    const answer = await call(ledger, ledger.getPurses, { purses });
    return Object.fromEntries(answer.purses.map((purse) => [purse.id, purse.granted]));
  };
  await apply(yaml());
  expect(await granted()).toEqual({ 'user:1': 0n, 'key:1': 5_000_000n, 'key:1:model:gpt-4o-mini': 750_000n });
  const topUp = { purse: 'key:1', unlimited: false, source: 'top-up:1', grantedUnits: 1_000_000n };
  await call(ledger, ledger.openPurse, topUp);
  expect((await apply(yaml({ quota: '12.5' }))).stdout).toContain('key ci: quota 10 USD -> 12.5 USD\n');
  expect((await granted())['key:1']).toBe(7_250_000n);
  await apply(yaml());
  expect((await granted())['key:1']).toBe(6_000_000n);
  expect((await apply(yaml())).stdout).toContain('nothing to change');
  ledger.close();
});

test('--prune removes what the file no longer names', async () => {
  const more = '  - { name: extra, key: sk-extra-0123456789abcdef }\n';
  expect((await apply(yaml({ more }))).stdout).toContain('key extra: added\n');
  expect((await apply(yaml())).stdout).toContain('nothing to change');
  expect((await apply(yaml(), ['--prune'])).stdout).toContain('key extra: removed\n');
});

test('diff says what apply would change, changes nothing, and ends with 3 where that is something', async () => {
  await apply(yaml());
  expect(await diff(yaml())).toEqual({ status: 0, stdout: 'nothing to change\n', stderr: '' });
  const more = '  - { name: extra, key: sk-extra-0123456789abcdef }\n';
  for (let times = 0; times < 2; times += 1)
    expect(await diff(yaml({ more }))).toEqual({ status: 3, stdout: 'key extra: added\n', stderr: '' });
  expect((await diff('keys: [{ colour: red }]')).status).toBe(1);
});

test('--json is one document on standard output', async () => {
  await apply(yaml());
  const more = '  - { name: other, key: sk-other-0123456789abcdef }\n';
  const expected = { changes: ['key other: added'], warnings: [] };
  const shown = await diff(yaml({ more }), ['--json']);
  expect({ ...shown, stdout: JSON.parse(shown.stdout) }).toEqual({ status: 3, stdout: expected, stderr: '' });
  const applied = await apply(yaml({ more }), ['--json']);
  expect({ ...applied, stdout: JSON.parse(applied.stdout) }).toEqual({
    status: 0,
    stdout: expected,
    stderr: '',
  });
});

test('a refused file changes nothing and is told why, with path and member', async () => {
  const { status, stdout, stderr } = await apply(
    yaml({ more: '  - { name: a, key: b, colour: red }\ncolours: 1\n' }),
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    'The configuration is not valid:\n  keys[1].colour: unknown member\n  colours: unknown member\n',
  );
  expect((await apply(yaml())).stdout).toContain('nothing to change');
});

test('a missing variable is named with its line, and nothing is sent', async () => {
  const { status, stderr } = await apply(yaml({ more: '  - { name: a, key: "${NOT_SET}" }\n' }));
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /headgate\.yaml cannot be read:\n {2}line 17: the environment variable NOT_SET is not set\n$/,
  );
});

test('no secret enters the log of any service', async () => {
  await apply(yaml());
  for (const secret of Object.values(secrets)) expect(system.log()).not.toContain(secret);
  expect(system.log()).toContain('"msg":"applied"');
});

describe('without an account service', () => {
  test('a file that is not there is said and ends with 1', async () => {
    const result = await runCommand(['apply', join(folder, 'none.yaml')], {
      HEADGATE_ACCOUNT_ADDRESS: 'x:1',
    });
    expect(result.status).toBe(1);
    expect(result.stderr).toContain('no such file');
  });

  test('it is waited for, and then the command says what to do and ends with 2', async () => {
    const file = join(folder, 'empty.yaml');
    await writeFile(file, '{}');
    const address = `127.0.0.1:${await freePort()}`;
    const patienceMs = 1_000;
    const started = Date.now();
    const { status, stderr } = await runCommand(['apply', file], {
      HEADGATE_ACCOUNT_ADDRESS: address,
      HEADGATE_APPLY_PATIENCE_MS: String(patienceMs),
    });
    expect(status).toBe(2);
    expect(stderr).toBe(
      `The account service does not answer at ${address}. Start it, or set HEADGATE_ACCOUNT_ADDRESS.\n`,
    );
    expect(Date.now() - started).toBeGreaterThanOrEqual(patienceMs);
  });

  test('one that hangs is waited for as long, not for the minutes that applying may take', async () => {
    const { address, stop } = await startHungServer();
    const asked = await runCommand(
      ['apply', '-'],
      { HEADGATE_ACCOUNT_ADDRESS: address, HEADGATE_APPLY_PATIENCE_MS: '0' },
      '{}',
    );
    expect(asked).toEqual({
      status: 2,
      stdout: '',
      stderr: `The account service at ${address} did not answer in time. Restart it where it hangs; then apply again.\n`,
    });
    stop();
  });

  test.each([[['apply']], [['apply', 'a', 'b']], [['apply', '--purge', 'a']], [['apply', 'a']]])(
    '%j is answered with the usage of the verb and 2',
    async (words) => {
      const { status, stdout, stderr } = await runCommand(words);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('headgate apply [--prune] FILE');
      expect(stderr).not.toContain('headgate keys');
    },
  );

  test.each([
    [['destroy']],
    [['constructor']],
    [['--json', 'destroy']],
    [['help', 'destroy']],
    [['--version']],
  ])('%j is no verb', async (words) => {
    expect(await runCommand(words)).toEqual({
      status: 2,
      stdout: '',
      stderr: `There is no "headgate ${words.at(-1)}".\n\n"headgate help" shows what there is.\n`,
    });
  });

  test.each([[['help']], [['--help']], [['-h']], [[]]])(
    '%j shows the usage and ends with 0',
    async (words) => {
      const { status, stdout } = await runCommand(words);
      expect(status).toBe(0);
      expect(stdout).toContain('headgate apply [--prune] FILE');
      expect(stdout).toContain('headgate ledger verify');
    },
  );

  test.each([[['help', 'apply']], [['apply', '--help']]])('%j shows the usage of one verb', async (words) => {
    const { status, stdout } = await runCommand(words);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^headgate apply \[--prune\] FILE/);
    expect(stdout).not.toContain('headgate ledger');
  });

  test('what nobody foresaw ends with 4, which nothing else does', async () => {
    await writeFile(join(folder, 'dev.json'), '{');
    const failed = await runCommand(['usage'], { HEADGATE_HOME: folder });
    expect(failed).toMatchObject({ status: 4, stdout: '' });
    expect(failed.stderr).toContain('headgate itself failed:\nSyntaxError');
  });
});

test('a file may come on standard input, where its references are resolved as in any other', async () => {
  const env = { ...secrets, HEADGATE_ACCOUNT_ADDRESS: system.accountAddress };
  const asked = await runCommand(
    ['diff', '-'],
    env,
    yaml({ more: '  - { name: piped, key: "${CI_KEY}-2" }' }),
  );
  expect(asked).toMatchObject({ status: 3, stderr: '' });
  expect(asked.stdout).toContain('key piped: added');
  const broken = await runCommand(['apply', '-'], env, 'groups: [');
  expect(broken).toMatchObject({ status: 1, stdout: '' });
  expect(broken.stderr).toContain('What came on standard input cannot be read:');
});

test.each(['-', 'headgate.yaml'])(
  '%s in another encoding than UTF-8 is refused, and nothing is applied',
  async (name) => {
    const bytes = Buffer.from('users: [{ username: J\xfcrgen }]\n', 'latin1');
    const file = name === '-' ? name : join(folder, name);
    if (name !== '-') await writeFile(file, bytes);
    const env = { ...secrets, HEADGATE_ACCOUNT_ADDRESS: system.accountAddress };
    const refused = await runCommand(['apply', file], env, bytes);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/cannot be read:\n {2}line 1: It is not UTF-8/);
  },
);
