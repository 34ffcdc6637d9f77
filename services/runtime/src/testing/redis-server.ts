import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/** A real Valkey or Redis of a test's own, which keeps nothing and which the test may hold up, kill and restart. */
export interface TestRedisServer {
  url: string;
  /** It accepts connections and says nothing. */
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  /** Starts it again, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Why there is none for tests; undefined when there is one. */
export function whyNoRedisServer(): string | undefined {
  if (process.env.HEADGATE_REDIS_SERVER) return undefined;
  return process.env.HEADGATE_NO_REDIS ?? 'HEADGATE_REDIS_SERVER is missing: run the tests with `npm test`';
}

export async function startTestRedisServer(flags: readonly string[] = []): Promise<TestRedisServer> {
  const program = process.env.HEADGATE_REDIS_SERVER;
  if (!program) throw new Error(whyNoRedisServer());
  const port = await freePort();
  let child = await run(program);

  async function run(command: string): Promise<ChildProcess> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const started = spawn(command, [...settings, ...flags], { stdio: 'ignore' });
    await waitFor(() => answers(port), 'Valkey answers');
    return started;
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill,
    async restart() {
      await kill();
      child = await run(program);
    },
    stop: kill,
  };
}

/** Any answer will do: it may ask for a password. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.write('PING\r\n')).once('error', () => resolve(false));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
