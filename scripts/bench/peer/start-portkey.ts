import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { findFreePort } from '../../start/plan/ports.ts';
import type { Dialect } from '../cells.ts';
import { cores } from '../pin.ts';
import type { Peer } from './peer.ts';

const packageName = '@portkey-ai/gateway';
const fetchTimeoutMs = 300_000;
const startTimeoutMs = 60_000;

/** What Portkey calls whoever speaks a dialect. */
const providers: Partial<Record<Dialect, string>> = {
  'chat-completions': 'openai',
  messages: 'anthropic',
};

/** Fetches the newest release into a scratch folder and starts it as its users do, on the gateway's core. */
export async function startPortkey(upstreamUrl: string): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-peer-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  await fetchRelease(folder);
  const root = join(folder, 'node_modules', packageName);
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const port = await findFreePort();
  const program = [join(root, 'build/start-server.js'), `--port=${port}`, '--headless'];
  const child = spawn('taskset', ['-c', String(cores.gateway), process.execPath, ...program], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(url)).ok, 'Portkey answers', { timeoutMs: startTimeoutMs });
  return {
    name: `Portkey ${version}`,
    url,
    pids: [child.pid ?? 0],
    isRival: true,
    headersFor(upstream) {
      const provider = providers[upstream];
      return provider === undefined
        ? undefined
        : { 'x-portkey-provider': provider, 'x-portkey-custom-host': `${upstreamUrl}/v1` };
    },
    async stop() {
      const ended = once(child, 'exit');
      kill();
      await ended;
      remove();
    },
  };
}

/** Without scripts: the package has none of the patches that its own would apply. */
async function fetchRelease(folder: string): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, `${packageName}@latest`], {
    cwd: folder,
    timeout: fetchTimeoutMs,
  });
}
