import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CommandResult, runCommand } from './testing/run-command.ts';
import { startTestSystem, type TestSystem } from './testing/start-system.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const configuration = `
models:
  gpt-4o: { price: { input: 5, output: 15 }, max_output: 1000, fallbacks: [mini] }
  mini:   { price: { input: 0.15, output: 0.60 } }
channels:
  - { name: main, provider: openai, base_url: "https://provider.example/v1", keys: [k], models: [gpt-4o, mini] }
users:
  - { username: root, password: root-password-for-tests, role: root }
`;

const table = `{
  "gpt-4o": { "input_cost_per_token": 2.5e-06, "output_cost_per_token": 1e-05, "cache_read_input_token_cost": 1.25e-06 },
  "gpt-4o-new": { "input_cost_per_token": 1e-07, "output_cost_per_token": 2e-07 },
  "gpt-4o-odd": { "input_cost_per_token": 1.00000000000000002e-07 },
  "mini": { "input_cost_per_token": 9e-06 }
}`;

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headgate-prices-'));
  system = await startTestSystem();
  expect(await run(['apply'], configuration)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(words: string[], text: string): Promise<CommandResult> {
  const file = join(folder, 'file');
  await writeFile(file, text);
  return runCommand([...words, file], { HEADGATE_ACCOUNT_ADDRESS: system.accountAddress });
}

const fromTable = ['prices', 'import', '--format', 'litellm', '--models', 'gpt-4o*'];

async function state() {
  const account = connectRpc(AccountClient, system.accountAddress);
  const ledger = connectRpc(LedgerClient, system.ledgerAddress);
  const { catalog } = await call(account, account.getCatalog, { afterVersion: 0n, unreadableChannels: 0 });
  const { bounds } = await call(ledger, ledger.getBounds, { afterVersion: 0n, byRatio: false });
  account.close();
  ledger.close();
  return { catalog, bounds: new Map(bounds.map(({ model, input, output }) => [model, [input, output]])) };
}

test('a dry run says what would change, and nothing does', async () => {
  const before = await state();
  expect(await run([...fromTable, '--dry-run'], table)).toEqual({
    status: 0,
    stderr: '',
    stdout: `warning: model gpt-4o-odd: input_cost_per_token 1.00000000000000002e-07 is no price of at most nine places; left out
model gpt-4o-new: added
price gpt-4o: input 5 -> 2.5, cache_read 5 -> 1.25, output 15 -> 10
price gpt-4o-new: input 0.1, output 0.2
prices: would change
`,
  });
  expect(await state()).toEqual(before);
});

test('a table of prices is merged: what it names changes, everything else stays', async () => {
  const { catalog: before } = await state();
  expect((await run(fromTable, table)).stdout).toContain('prices: changed, now version 2\n');
  const { catalog, bounds } = await state();
  expect(catalog?.channels).toEqual(before?.channels);
  expect(catalog?.models).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'gpt-4o', maxOutput: 1_000n, fallbacks: ['mini'] }),
    ]),
  );
  expect(bounds.get('gpt-4o')).toEqual([1_250_000n, 5_000_000n]);
  expect(bounds.get('gpt-4o-new')).toEqual([50_000n, 100_000n]);
  expect(bounds.get('mini')).toEqual([75_000n, 300_000n]);
  expect((await run(fromTable, table)).stdout).toContain('nothing to change\n');
});

test('prices of our own form are merged the same way', async () => {
  const words = ['prices', 'import'];
  const { stdout } = await run(words, 'models: { mini: { price: { input: 0.2, output: 0.60 } } }\n');
  expect(stdout).toContain('price mini: input 0.15 -> 0.2\n');
  expect((await run(words, `${configuration}`)).stderr).toContain(
    'it names channels, users: only models belong here',
  );
});

test('a price that is none is refused by its path', async () => {
  const { status, stderr } = await run(['prices', 'import'], 'models: { mini: { price: { input: -1 } } }');
  expect(status).toBe(1);
  expect(stderr).toContain('models.mini.price.input');
});

test.each([
  [['prices']],
  [['prices', 'export', 'f']],
  [['prices', 'import', '--format', 'xml', 'f']],
  [['prices', 'import', '--purge', 'f']],
  [['bill', 'show', 'f']],
  [['bill', 'explain']],
])('%j is answered with the usage of the verb and 2', async (words) => {
  const { status, stderr } = await runCommand(words, { HEADGATE_ACCOUNT_ADDRESS: 'x:1' });
  expect(status).toBe(2);
  expect(stderr).toContain(`headgate ${words[0]} `);
});
