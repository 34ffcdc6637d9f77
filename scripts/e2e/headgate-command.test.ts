/** The command as somebody in a terminal uses it, on a system that runs: keys, usage, logs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../headgate/testing/run-command.ts';
import { ask } from './testing/ask.ts';
import { configuration, rootPassword } from './testing/configuration.ts';
import { inherited } from './testing/service-process.ts';
import { startWorld, type World } from './testing/world.ts';

const home = mkdtempSync(join(tmpdir(), 'headgate-command-'));
const command = join(import.meta.dirname, '../headgate/main.ts');
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { ledger: { HEADGATE_STATISTICS_MS: '100' } } });
  const { baseUrl, sandboxUrl } = world;
  const services = { account: [{ rpcAddress: '127.0.0.1:1' }] };
  const admin = { username: 'root', password: rootPassword };
  writeFileSync(join(home, 'dev.json'), JSON.stringify({ baseUrl, sandboxUrl, services, admin }));
}, 120_000);
afterAll(async () => {
  await world.stop();
  rmSync(home, { recursive: true });
});

async function run(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand(words, { HEADGATE_HOME: home });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

test('a key is made, used, seen in usage and log, and taken back', async () => {
  const { id, key } = JSON.parse(await run('keys', 'create', 'terminal', '--quota', '100000', '--json'));
  expect((await ask(world, { key })).status).toBe(200);
  const listed = (await run('keys', 'list', '--json')).trimEnd().split('\n');
  expect(listed.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ id, name: 'terminal' }),
  );
  await waitFor(
    async () => (await run('usage', '--by', 'key')).includes('terminal'),
    'the use is summed up',
    {
      timeoutMs: 60_000,
    },
  );
  expect(JSON.parse(await run('usage', '--by', 'key', '--json')).totals).toContainEqual({
    key: 'terminal',
    requests: 1,
    failed: 0,
    tokens: expect.any(Number),
    quota: 5_000,
  });
  expect(await run('logs', 'tail', '--everybody')).toMatch(/root {2}terminal {2}call-model .+ 5000 units/);
  expect(await run('keys', 'revoke', String(id))).toBe(`key ${id} is revoked\n`);
  await waitFor(async () => (await ask(world, { key })).status === 401, 'the key is gone');
});

test('the log is followed until it is told to stop, and leaves no session behind', async () => {
  const key = (await run('keys', 'create', 'followed')).trimEnd();
  const follower = spawn(
    process.execPath,
    [command, 'logs', 'tail', '--json', '--follow', '--lines', '100'],
    {
      env: { ...inherited(), HEADGATE_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  follower.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const { id } = await ask(world, { key });
  await waitFor(() => said.includes(id), 'the request is shown', { timeoutMs: 60_000 });
  const ended = once(follower, 'close');
  follower.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  const lines = said.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).id).filter((shown) => shown === id)).toHaveLength(1);
  const sessions = await world.sql('select count(*)::int as open from account.sessions');
  expect(sessions).toEqual([{ open: 0 }]);
});
