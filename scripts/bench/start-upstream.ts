import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cores } from './pin.ts';

/** What answers in place of vendors while the lanes run. */
export interface Upstream {
  url: string;
  pid: number;
  stop(): void;
}

const program = join(import.meta.dirname, 'upstream.ts');

/** Starts it on the core outside the gateway's. Its port is chosen before, since the configuration names it. */
export async function startUpstream(port: number, sandboxUrl: string): Promise<Upstream> {
  const command = ['-c', String(cores.outside), process.execPath, program, String(port), sandboxUrl];
  // It ends with its standard input, and so when this process does.
  const child = spawn('taskset', command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The upstream of the lanes ended before it listened');
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}
