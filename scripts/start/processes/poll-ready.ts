import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { lastLines } from './log-file.ts';
import type { Supervised } from './supervise.ts';

const pollMs = 50;
const requestTimeoutMs = 2_000;
/** A process that dies this often before it was ready once will not get there. */
const maxDeaths = 4;

/** Waits until `check` resolves, as long as the process is worth waiting for. */
export async function pollReady(
  supervised: Supervised,
  check: () => Promise<void>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  const { name, logFile } = supervised.spec;
  const end = Date.now() + timeoutMs;
  for (;;) {
    let reason: string;
    try {
      if (supervised.isRunning()) return await check();
      reason = 'it is not running';
    } catch (error) {
      reason = describe(error);
    }
    if (supervised.deaths() >= maxDeaths)
      throw new StartError(`${name} dies at every start; its log: ${logFile}`);
    if (Date.now() > end) {
      throw new StartError(
        [`${name} is not ready after ${timeoutMs / 1000} s: ${reason}`, ...logTail(logFile)].join('\n'),
      );
    }
    await wait(pollMs, undefined, { signal });
  }
}

/** The end of a log, for the terminal. */
export function logTail(logFile: string, fromBytes = 0): string[] {
  return [
    `The last lines of ${logFile}:`,
    ...lastLines(logFile, { fromBytes }).map((line) => `  ${line.slice(0, 1_000)}`),
  ];
}

/** Rejects with what a service says it waits for. Without `fetch`, which takes a tenth of a second to load. */
export function checkReadyz(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path: '/readyz', timeout: requestTimeoutMs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(Buffer.concat(chunks).toString('utf8')));
        });
      },
    );
    request.once('timeout', () => request.destroy(new Error('it does not answer')));
    request.once('error', reject);
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
