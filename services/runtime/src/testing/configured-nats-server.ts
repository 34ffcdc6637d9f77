import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** A real nats-server of one test, with settings of its own that may change under those who are connected. */
export interface ConfiguredNatsServer {
  /** `host:port` */
  address: string;
  configure(settings: string): void;
}

/**
 * Starts it; it ends with the test. `settings` are those of a configuration file of nats-server, without where it listens.
 * That it takes connections is not waited for.
 */
export async function startConfiguredNatsServer(settings: string): Promise<ConfiguredNatsServer> {
  const binary = process.env.HEADGATE_NATS_SERVER;
  if (!binary) throw new Error('HEADGATE_NATS_SERVER is missing: run the tests with `npm test`');
  const directory = mkdtempSync(join(tmpdir(), 'headgate-nats-'));
  const file = join(directory, 'nats.conf');
  const address = `127.0.0.1:${await freePort()}`;
  const write = (text: string): void => writeFileSync(file, `listen: "${address}"\n${text}\n`);
  write(settings);
  const server = spawn(binary, ['--config', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    rmSync(directory, { recursive: true });
  });
  return {
    address,
    configure(text) {
      write(text);
      server.kill('SIGHUP');
    },
  };
}
