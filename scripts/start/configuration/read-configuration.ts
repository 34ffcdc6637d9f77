import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@headgate/runtime/is-record';
import { decodeText } from '../../headgate/document/decode-text.ts';
import { readDocument } from '../../headgate/document/read-document.ts';
import type { Identity } from '../home/identity.ts';
import { StartError } from '../start-error.ts';

/** A configuration file, and what of it the person needs to make a first request. */
export interface Configuration {
  file: string;
  isDemo: boolean;
  /** What `${...}` in the file may name, on top of the environment. */
  variables: Record<string, string>;
  apiKey: string | null;
  admin: { username: string; password: string } | null;
  /** A model to try first. */
  model: string | null;
}

const demoFile = join(import.meta.dirname, '../demo.yaml');

export function readConfiguration(
  file: string | undefined,
  { identity, sandboxUrl, env }: { identity: Identity; sandboxUrl: string; env: NodeJS.ProcessEnv },
): Configuration {
  const demo = { HEADGATE_DEMO_KEY: identity.demoKey, HEADGATE_DEMO_PASSWORD: identity.demoPassword };
  const variables = { HEADGATE_SANDBOX_URL: sandboxUrl, ...(file === undefined ? demo : {}) };
  const path = file ?? demoFile;
  const document = readFile(path, { ...env, ...variables });
  const key = list(document, 'keys')[0]?.key;
  const root = list(document, 'users').find(({ role }) => role === 'root');
  const [username, password] = [textOf(root?.username), textOf(root?.password)];
  return {
    file: path,
    isDemo: file === undefined,
    variables,
    apiKey: textOf(key) ?? null,
    admin: username !== undefined && password !== undefined ? { username, password } : null,
    model: firstModel(document),
  };
}

function firstModel(document: unknown): string | null {
  const models = list(document, 'channels')[0]?.models;
  const first: unknown = Array.isArray(models) ? models[0] : undefined;
  const name = isRecord(first) ? first.name : first;
  return typeof name === 'string' ? name : null;
}

function readFile(path: string, env: NodeJS.ProcessEnv): unknown {
  try {
    return readDocument(decodeText(readFileSync(path)), env);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The configuration file ${path} cannot be read:\n${reason}`, { cause });
  }
}

/** Whatever does not have the expected shape is left to the command that applies the file, which says so. */
function list(document: unknown, name: string): Record<string, unknown>[] {
  const value = isRecord(document) ? document[name] : undefined;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
