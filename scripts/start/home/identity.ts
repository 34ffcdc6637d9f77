import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';
import type { Home } from './home.ts';
import { writeAtomically } from './write-atomically.ts';

/** What is drawn once per home and kept. */
export interface Identity {
  /** Ties what lies outside the home to it. */
  id: string;
  databasePassword: string;
  demoKey: string;
  demoPassword: string;
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function readOrDrawIdentity(home: Home): Identity {
  if (existsSync(home.identityFile)) return readIdentity(home);
  const identity = {
    id: randomUUID(),
    databasePassword: drawText(32),
    demoKey: `sk-${drawText(48)}`,
    demoPassword: drawText(24),
  };
  writeAtomically(home.identityFile, `${JSON.stringify(identity, null, 2)}\n`);
  return identity;
}

function readIdentity(home: Home): Identity {
  try {
    const read: unknown = JSON.parse(readFileSync(home.identityFile, 'utf8'));
    const text = (name: keyof Identity): string => {
      const value = (read as Record<string, unknown>)[name];
      if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing`);
      return value;
    };
    return {
      id: text('id'),
      databasePassword: text('databasePassword'),
      demoKey: text('demoKey'),
      demoPassword: text('demoPassword'),
    };
  } catch (cause) {
    throw new StartError(
      `${home.identityFile} is damaged (${cause instanceof Error ? cause.message : cause}).\n` +
        `Put it back as it was, or delete ${home.path} to begin anew; the data in it is lost then.`,
      { cause },
    );
  }
}

/** The master key in base64: HEADGATE_MASTER_KEY, or 32 bytes drawn once per home. */
export function readOrDrawMasterKey(home: Home, env: NodeJS.ProcessEnv): string {
  return readOrDrawSecret('HEADGATE_MASTER_KEY', env, home.masterKeyFile);
}

/** What ingress signs callers with for text-gateway's HTTP port, in base64, as the master key. */
export function readOrDrawCallerSecret(home: Home, env: NodeJS.ProcessEnv): string {
  return readOrDrawSecret('HEADGATE_CALLER_SECRET', env, home.callerSecretFile);
}

function readOrDrawSecret(variable: string, env: NodeJS.ProcessEnv, file: string): string {
  const given = env[variable];
  if (given) return checkSecret(given, variable);
  if (!existsSync(file)) writeAtomically(file, `${randomBytes(32).toString('base64')}\n`);
  return checkSecret(readFileSync(file, 'utf8').trim(), file);
}

function checkSecret(secret: string, source: string): string {
  if (Buffer.from(secret, 'base64').length === 32) return secret;
  throw new StartError(`${source} must be 32 bytes in base64, as \`openssl rand -base64 32\` prints.`);
}

function drawText(length: number): string {
  return Array.from({ length }, () => alphanumerics[randomInt(alphanumerics.length)]).join('');
}
