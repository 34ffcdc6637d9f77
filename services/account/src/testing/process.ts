import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { freePort } from '@headgate/runtime/testing/free-port';
import { testMasterKey } from './test-account.ts';

/** A real process of this service. */
export interface AccountProcess {
  child: ChildProcess;
  client: AccountClient;
  /** What it wrote to its log. */
  log(): string;
  stop(): Promise<void>;
}

const sourceFolder = join(import.meta.dirname, '..');

export async function runMigrations(databaseUrl: string): Promise<void> {
  const child = spawn(process.execPath, [join(sourceFolder, 'migrate.ts')], {
    env: { DATABASE_URL: databaseUrl, HEADGATE_LOG_LEVEL: 'error' },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`migrate.ts ended with ${status}`);
}

export async function startAccountProcess(env: {
  DATABASE_URL: string;
  NATS_URL: string;
  HEADGATE_LEDGER_ADDRESS: string;
}): Promise<AccountProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(sourceFolder, 'main.ts')], {
    env: {
      ...env,
      HEADGATE_RPC_PORT: String(port),
      HEADGATE_MASTER_KEY: testMasterKey.current.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const client = connectRpc(AccountClient, `127.0.0.1:${port}`);
  return {
    child,
    client,
    log: () => Buffer.concat(output).toString('utf8'),
    async stop() {
      client.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
