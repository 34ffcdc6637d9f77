import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';

/** Who may connect to the broker. */
export interface BrokerUser {
  user: string;
  password: string;
}

/** A nats-server with JetStream that asks for a password. */
export interface Broker {
  urlOf(user: BrokerUser): string;
  /** From now on these may connect; whoever else is connected is cut off. */
  allow(users: readonly BrokerUser[]): Promise<void>;
  /** Who is connected, by the broker's own word. */
  connected(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startBroker(directory: string, users: readonly BrokerUser[]): Promise<Broker> {
  const program = process.env.HEADGATE_NATS_SERVER;
  if (!program) throw new Error('HEADGATE_NATS_SERVER is missing: run the drill with `npm run drill`');
  const [port, monitorPort] = [await freePort(), await freePort()];
  const settings = join(directory, 'nats.conf');
  const describe = (allowed: readonly BrokerUser[]): string => `listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitorPort}"
max_payload: 8MB
jetstream { store_dir: ${JSON.stringify(join(directory, 'nats'))} }
authorization { users: ${JSON.stringify(allowed)} }
`;
  writeFileSync(settings, describe(users));
  const child: ChildProcess = spawn(program, ['--config', settings], { stdio: 'ignore' });
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.destroy());
      socket.once('error', () => resolve(false)).once('close', (isFailed) => resolve(!isFailed));
    });
  await waitFor(isOpen, 'the broker accepts connections');

  async function connected(): Promise<string[]> {
    const answer = await fetch(`http://127.0.0.1:${monitorPort}/connz?auth=true`);
    const { connections } = Object(await answer.json());
    return connections.map((each: { authorized_user?: string }) => String(each.authorized_user));
  }

  return {
    urlOf: ({ user, password }) => `nats://${user}:${password}@127.0.0.1:${port}`,
    async allow(allowed) {
      writeFileSync(settings, describe(allowed));
      child.kill('SIGHUP');
      const names = new Set(allowed.map(({ user }) => user));
      await waitFor(
        async () => (await connected()).every((name) => names.has(name)),
        'the broker has read its settings again',
      );
    },
    connected,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
