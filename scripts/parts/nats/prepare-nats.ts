import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { partVariable, stopSignals } from '../../start/processes/marks.ts';
import type { Part, PartContext } from '../part.ts';
import { findNatsServer } from './find-nats-server.ts';

const readyTimeoutMs = 2_000;

/** A nats-server with JetStream, for this machine alone, with its store in the home. */
export async function prepareNats(context: PartContext): Promise<Part> {
  const { home, port } = context;
  const program = await findNatsServer(home, context);
  mkdirSync(home.natsDir, { recursive: true });
  const settings = join(home.natsDir, 'nats.conf');
  writeFileSync(settings, describeServer(port, join(home.natsDir, 'store')));
  return {
    spec: {
      name: 'nats',
      command: program,
      args: ['--config', settings],
      directory: home.natsDir,
      env: { ...context.env, [partVariable]: 'nats' },
      logFile: join(home.logsDir, 'nats.log'),
      stopSignal: stopSignals.nats,
    },
    url: `nats://127.0.0.1:${port}`,
    checkReady: () => checkJetStream(port),
  };
}

function describeServer(port: number, store: string): string {
  return `server_name: headgate
listen: "127.0.0.1:${port}"
max_payload: 8MB
jetstream { store_dir: ${JSON.stringify(store)}, max_file_store: 5GB }
`;
}

/** The first thing a NATS server says is what it is, JetStream included. */
function checkJetStream(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: readyTimeoutMs });
    let greeting = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      greeting += text;
      if (!greeting.includes('\n')) return;
      socket.destroy();
      if (/"jetstream":\s*true/.test(greeting)) resolve();
      else reject(new Error('nats-server runs without JetStream'));
    });
    socket.once('timeout', () => socket.destroy(new Error('nats-server says nothing')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('nats-server hung up')));
  });
}
