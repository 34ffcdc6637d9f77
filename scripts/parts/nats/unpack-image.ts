import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunOptions, runToEnd } from '../../start/processes/run-to-end.ts';
import { findTool } from '../find-tool.ts';
import { keepProgram } from '../keep-program.ts';
import type { Found, Search } from '../search.ts';
import { natsServer } from './nats-server.ts';

/** An image that holds little but the program, linked against nothing. */
const image = 'nats:2.12';
const pullTimeoutMs = 5 * 60_000;
const stepTimeoutMs = 60_000;

/**
 * Takes the program out of the official image. It then runs like any other child of ours: a container would
 * outlive the one who started it.
 */
export async function unpackImage(search: Search): Promise<Found> {
  const { env, say, signal } = search;
  if (process.platform !== 'linux')
    return { reason: `an image's program does not run on ${process.platform}` };
  if (findTool('docker', env) === undefined) return { reason: 'there is no docker' };
  const docker = (args: string[], timeoutMs = stepTimeoutMs) => {
    const options: RunOptions = { env, signal, timeoutMs };
    return runToEnd('docker', args, options);
  };
  const info = await docker(['info', '--format', '{{.ServerVersion}}']);
  if (info.status !== 0) return { reason: `docker does not answer (${firstLine(info.stderr)})` };
  say(`Fetching nats-server from the image ${image} ...`);
  const created = await docker(['create', image], pullTimeoutMs);
  if (created.status !== 0)
    return { reason: `docker could not fetch ${image} (${firstLine(created.stderr)})` };
  const container = created.stdout.trim();
  const folder = mkdtempSync(join(tmpdir(), 'headgate-image-'));
  try {
    const copied = await docker(['cp', `${container}:/nats-server`, folder]);
    if (copied.status !== 0) return { reason: `${image} has no /nats-server (${firstLine(copied.stderr)})` };
    return await keepProgram(join(folder, 'nats-server'), natsServer, search);
  } finally {
    await docker(['rm', container]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
