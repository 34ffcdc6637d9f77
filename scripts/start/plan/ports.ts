import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { writeAtomically } from '../home/write-atomically.ts';
import { StartError } from '../start-error.ts';

/** Below the range that systems give to outgoing connections, so that none sits on a port between two starts. */
const firstPort = 20_000;
const endPort = 32_000;
const count = endPort - firstPort;
const maxTries = 500;
/** So many ports are drawn by one system at a time. Most need fewer. */
const blockSize = 48;

/** The public port is the person's choice: it is taken or it is free, never another one. */
export async function requirePublicPort(port: number): Promise<void> {
  if (await isFree(port)) return;
  throw new StartError(
    `Port ${port} cannot be listened on: another program has it (another Headgate?), or it needs more rights.\n` +
      `Stop that program, or choose another port: HEADGATE_PORT=${port === 8080 ? 8090 : 8080} npm start`,
  );
}

/**
 * A port for each name: the one it had at the last start if that is free still, else a free one; kept in `file`. Never the
 * public one, which is free as well until an ingress listens on it, nor one that another system may be about to listen on.
 */
export async function keepPorts(
  file: string,
  names: readonly string[],
  { publicPort }: { publicPort?: number } = {},
): Promise<Map<string, number>> {
  const kept = readKept(file);
  const chosen = new Map<string, number>();
  const taken = new Set(publicPort === undefined ? [] : [publicPort]);
  const isOurs = async (port: number): Promise<boolean> => (await claimBlock(port, taken)) && isFree(port);
  const draw = drawPorts(randomInt(count / blockSize) * blockSize, isOurs);
  for (const name of names) {
    const before = kept.get(name);
    const isUsable = before !== undefined && !taken.has(before) && (await isOurs(before));
    const port = isUsable ? before : await draw(new Set([...kept.values(), ...taken]));
    chosen.set(name, port);
    taken.add(port);
  }
  const all = new Map([...kept, ...chosen]);
  writeAtomically(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  return chosen;
}

export function findFreePort(): Promise<number> {
  return drawPorts(randomInt(count), isFree)(new Set());
}

/** Gives ports that will do, upwards from a beginning. */
function drawPorts(
  begin: number,
  willDo: (port: number) => Promise<boolean>,
): (except: ReadonlySet<number>) => Promise<number> {
  let next = begin;
  return async (except) => {
    for (let triesLeft = maxTries; triesLeft > 0; triesLeft -= 1) {
      const port = firstPort + (next % count);
      next += 1;
      if (!except.has(port) && (await willDo(port))) return port;
    }
    throw new StartError(
      `No free port was found: ${maxTries} between ${firstPort} and ${endPort} were tried.`,
    );
  };
}

/** First ports of the blocks that this process has, until it ends. */
const claimed = new Set<number>();

/**
 * Whether the block of a port is this process's. Who listens on the first port of a block has it: the others are seen as free by
 * everybody until somebody listens there, which takes a start some seconds.
 */
async function claimBlock(port: number, except: ReadonlySet<number>): Promise<boolean> {
  if (port < firstPort || port >= endPort) return false;
  const first = port - ((port - firstPort) % blockSize);
  if (claimed.has(first)) return true;
  if (except.has(first) || !(await listenFor(first))) return false;
  claimed.add(first);
  return true;
}

function listenFor(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true)).unref();
  });
}

/** A file that is missing or damaged is no loss: ports are drawn anew. */
function readKept(file: string): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
    return new Map(entries.filter((entry): entry is [string, number] => isPort(entry[1])));
  } catch {
    return new Map();
  }
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
