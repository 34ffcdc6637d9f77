import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { startTestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { keepCompiled } from '../../bundle/build-programs.ts';
import { builtPrograms } from '../../e2e/testing/built-programs.ts';
import { createMigratedDatabase } from '../../e2e/testing/migrated-database.ts';
import { inherited } from '../../e2e/testing/service-process.ts';

/** Real account and ledger processes with a database and a broker of their own. */
export interface TestSystem {
  accountAddress: string;
  ledgerAddress: string;
  /** URL of a user who owns the database. */
  databaseUrl: string;
  /** All that the processes logged. */
  log(): string;
  /** Ends the account process with SIGKILL. */
  killAccount(): Promise<void>;
  /** Starts another account process at the same address. */
  restartAccount(): void;
  stop(): Promise<void>;
}

export async function startTestSystem(): Promise<TestSystem> {
  const programs = await builtPrograms();
  const [database, nats] = await Promise.all([createMigratedDatabase(), startTestNatsServer()]);
  const [accountPort, ledgerPort] = [await freePort(), await freePort()];
  const ledgerAddress = `127.0.0.1:${ledgerPort}`;
  const output: Buffer[] = [];
  const run = (name: string, env: NodeJS.ProcessEnv): ChildProcess => {
    const child = spawn(process.execPath, [join(programs, `${name}.js`)], {
      env: {
        ...inherited(),
        ...keepCompiled(programs),
        DATABASE_URL: database.url,
        NATS_URL: nats.url,
        HEADGATE_LEDGER_ADDRESS: ledgerAddress,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    return child;
  };
  const log = (): string => Buffer.concat(output).toString('utf8');
  const masterKey = randomBytes(32).toString('base64');
  const startAccount = (): ChildProcess =>
    run('account', { HEADGATE_RPC_PORT: String(accountPort), HEADGATE_MASTER_KEY: masterKey });
  const ledger = run('ledger', { HEADGATE_RPC_PORT: String(ledgerPort) });
  let account = startAccount();
  const stop = async (): Promise<void> => {
    await Promise.all([end(account, 'SIGTERM'), end(ledger, 'SIGTERM')]);
    await Promise.all([database.drop(), nats.stop()]);
  };
  try {
    await waitFor(() => log().split('"msg":"started"').length === 3, 'both services started');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    accountAddress: `127.0.0.1:${accountPort}`,
    ledgerAddress,
    databaseUrl: database.url,
    log,
    killAccount: () => end(account, 'SIGKILL'),
    restartAccount() {
      account = startAccount();
    },
    stop,
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
