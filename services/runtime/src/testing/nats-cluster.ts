import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Three nats-servers with JetStream that stand for each other; `n1` to `n3`. */
export interface TestNatsCluster {
  /** Of all of them, between commas. */
  url: string;
  /** Ends a server for good, and what it kept is gone with it. */
  lose(name: string): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  name: string;
  port: number;
  clusterPort: number;
}

export async function startTestNatsCluster(): Promise<TestNatsCluster> {
  const binary = process.env.HEADGATE_NATS_SERVER;
  if (!binary) throw new Error('HEADGATE_NATS_SERVER is missing: run the tests with `npm test`');
  const directory = await mkdtemp(join(tmpdir(), 'headgate-nats-cluster-'));
  const members: Member[] = [];
  for (const name of ['n1', 'n2', 'n3'])
    members.push({ name, port: await freePort(), clusterPort: await freePort() });
  const routes = members.map(({ clusterPort }) => `nats://127.0.0.1:${clusterPort}`);
  const children = new Map(members.map((member) => [member.name, run(member)]));

  function run({ name, port, clusterPort }: Member): ChildProcess {
    const own = ['-n', name, '-p', String(port), '-sd', join(directory, name)];
    const cluster = ['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${clusterPort}`];
    const args = ['-js', '-a', '127.0.0.1', ...own, ...cluster, '--routes', routes.join(',')];
    return spawn(binary as string, args, { stdio: 'ignore' });
  }

  async function lose(name: string): Promise<void> {
    const child = children.get(name);
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(join(directory, name), { recursive: true, force: true });
  }

  return {
    url: members.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
    lose,
    async stop() {
      await Promise.all(members.map(({ name }) => lose(name)));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
