import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resolveAsTyped } from '../toolchain/find-home.mjs';
import { repository } from './repository.ts';
import { type ServiceName, serviceNames } from './service-names.ts';
import { StartError } from './start-error.ts';

export interface Options {
  /** A configuration file; absent for the demo. */
  config?: string;
  publicPort: number;
  replicas: Record<ServiceName, number>;
}

export const usage = `Usage: npm start -- [--config FILE] [--replicas NAME=N,NAME=N]

Runs the whole system on this machine, in the foreground; Ctrl-C stops it.

  --config FILE     applies this configuration instead of the demo (or HEADGATE_CONFIG)
  --replicas LIST   starts more of a service: text-gateway=2,ingress=2
  --help            prints this

  HEADGATE_HOME     the folder that holds all state (default .headgate in the repository)
  HEADGATE_PORT     the public port (default 8080)
  DATABASE_URL      a PostgreSQL to use instead of the embedded one
  NATS_URL          a NATS with JetStream to use instead of one of our own
  REDIS_URL         a Valkey or Redis by which several ingresses share limits; none by default`;

const maxReplicas = 16;
const onlyOnce: readonly ServiceName[] = ['sandbox'];

/** Reads arguments and environment; undefined when help was asked for. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | undefined {
  const { values } = parseArguments(args);
  if (values.help) return undefined;
  const config = values.config ?? env.HEADGATE_CONFIG;
  return {
    ...(config ? { config: findConfig(config, env) } : {}),
    publicPort: readPort(env.HEADGATE_PORT),
    replicas: readReplicas(values.replicas ?? ''),
  };
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        config: { type: 'string' },
        replicas: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function findConfig(typed: string, env: NodeJS.ProcessEnv): string {
  const path = resolveAsTyped(typed, env, repository);
  if (!existsSync(path)) throw new StartError(`There is no configuration file ${path}.`);
  return path;
}

function readPort(text = '8080'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new StartError(`HEADGATE_PORT must be a port from 1 to 65535, not "${text}".`);
}

function readReplicas(text: string): Record<ServiceName, number> {
  const replicas = Object.fromEntries(serviceNames.map((name) => [name, 1])) as Record<ServiceName, number>;
  for (const item of text.split(',').filter((part) => part !== '')) {
    const [typedName, typedCount = ''] = item.split('=');
    const name = serviceNames.find((candidate) => candidate === typedName);
    if (name === undefined) {
      throw new StartError(
        `--replicas: there is no service "${typedName}"; there are ${serviceNames.join(', ')}.`,
      );
    }
    const count = Number(typedCount);
    const max = onlyOnce.includes(name) ? 1 : maxReplicas;
    if (!/^\d+$/.test(typedCount) || count < 1 || count > max) {
      throw new StartError(`--replicas: ${name} can run from 1 to ${max} times, not "${typedCount}".`);
    }
    replicas[name] = count;
  }
  return replicas;
}
