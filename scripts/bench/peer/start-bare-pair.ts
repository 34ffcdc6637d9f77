import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../start/plan/ports.ts';
import { cores } from '../pin.ts';
import type { Peer } from './peer.ts';

const program = join(import.meta.dirname, 'bare-pair.ts');

/** Starts the two processes of `bare-pair.ts` on the gateway's core. */
export async function startBarePair(upstreamUrl: string): Promise<Peer> {
  const [gatewayPort, ingressPort] = [await findFreePort(), await findFreePort()];
  const gateway = await start('gateway', gatewayPort, upstreamUrl);
  const ingress = await start('ingress', ingressPort, `127.0.0.1:${gatewayPort}`);
  const all = [ingress, gateway];
  return {
    name: 'a bare pair',
    url: `http://127.0.0.1:${ingressPort}`,
    pids: all.map(({ pid = 0 }) => pid),
    isRival: false,
    headersFor: () => ({}),
    async stop() {
      const ended = all.map((child) => once(child, 'exit'));
      for (const child of all) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}

async function start(role: string, port: number, target: string): Promise<ChildProcess> {
  const command = ['-c', String(cores.gateway), process.execPath, program, role, String(port), target];
  const child = spawn('taskset', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process of the bare pair ended before it listened');
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return child;
}
