import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/** A real nats-server with JetStream of a test's own, which the test may kill, wipe, set back and restart. */
export interface TestNatsServer {
  url: string;
  kill(): Promise<void>;
  /** Sends a signal that it survives. */
  signal(signal: NodeJS.Signals): void;
  restart(options?: { wiped: boolean }): Promise<void>;
  /** Restarts it after a copy was made of its data as they are now. */
  backUp(): Promise<void>;
  /** Restarts it with its data as they were then. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestNatsServer(): Promise<TestNatsServer> {
  const binary = process.env.HEADGATE_NATS_SERVER;
  if (!binary) throw new Error('HEADGATE_NATS_SERVER is missing: run the tests with `npm test`');
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'headgate-nats-'));
  let child = await run();

  async function run(): Promise<ChildProcess> {
    const started = spawn(
      binary as string,
      ['-js', '-sd', directory, '-a', '127.0.0.1', '-p', String(port)],
      {
        stdio: 'ignore',
      },
    );
    await waitFor(() => accepts(port), 'nats-server accepts connections');
    return started;
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const data = join(directory, 'jetstream');
  const copy = join(directory, 'copy');

  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    signal: (signal) => {
      child.kill(signal);
    },
    async restart({ wiped } = { wiped: false }) {
      await kill();
      if (wiped) await rm(data, { recursive: true, force: true });
      child = await run();
    },
    async backUp() {
      await kill();
      await cp(data, copy, { recursive: true });
      child = await run();
    },
    async restore() {
      await kill();
      await rm(data, { recursive: true, force: true });
      await cp(copy, data, { recursive: true });
      child = await run();
    },
    async stop() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
