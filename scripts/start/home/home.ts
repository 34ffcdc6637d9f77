import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** The folder that holds all state, and where in it each thing lies. */
export interface Home {
  path: string;
  lockFile: string;
  identityFile: string;
  masterKeyFile: string;
  callerSecretFile: string;
  portsFile: string;
  devFile: string;
  sandboxLogFile: string;
  logsDir: string;
  partsDir: string;
  postgresDir: string;
  natsDir: string;
  /** Uploads, and results that are kept. */
  storeDir: string;
  /** Built pages of the console, below a name for what they were built from. */
  consoleDir: string;
  /** Bundled programs, likewise. */
  programsDir: string;
  serviceDir(instance: string): string;
}

/** Makes the folder when it is missing. Only its owner may look inside: it holds keys. */
export function openHome(path: string): Home {
  const home: Home = {
    path,
    lockFile: join(path, 'lock'),
    identityFile: join(path, 'identity.json'),
    masterKeyFile: join(path, 'master-key'),
    callerSecretFile: join(path, 'caller-secret'),
    portsFile: join(path, 'ports.json'),
    devFile: join(path, 'dev.json'),
    sandboxLogFile: join(path, 'sandbox.log.jsonl'),
    logsDir: join(path, 'logs'),
    partsDir: join(path, 'parts'),
    postgresDir: join(path, 'postgres'),
    natsDir: join(path, 'nats'),
    storeDir: join(path, 'store'),
    consoleDir: join(path, 'console'),
    programsDir: join(path, 'programs'),
    serviceDir: (instance) => join(path, 'services', instance),
  };
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    mkdirSync(home.logsDir, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The home ${path} cannot be made: ${reason}\nChoose another with HEADGATE_HOME.`, {
      cause,
    });
  }
  return home;
}
