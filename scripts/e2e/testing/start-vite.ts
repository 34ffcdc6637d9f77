import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { inherited } from './service-process.ts';

const pages = join(import.meta.dirname, '../../../services/console');

/** The development server of the console's pages, before a running gateway; as the console's README starts it. */
export async function startVite(gateway: string): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const port = await freePort();
  const vite = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'],
    { cwd: pages, env: { ...inherited(), HEADGATE_URL: gateway }, stdio: 'ignore' },
  );
  const ended = once(vite, 'exit');
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    vite.kill();
    await ended;
  };
  try {
    const isUp = async (): Promise<boolean> => (await fetch(`${baseUrl}/console/`)).ok;
    await waitFor(isUp, 'the development server answers', { timeoutMs: 120_000 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, stop };
}
