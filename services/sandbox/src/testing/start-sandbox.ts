import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import type { ServedRequest } from '../log/served-log.ts';
import { serveSandbox } from '../serve.ts';

export type LogEntry = ServedRequest & { id: number };

export interface TestSandbox {
  url: string;
  client: OpenAI;
  logFile: string;
  log(after?: number): Promise<LogEntry[]>;
  /** The entries of the file. */
  file(): LogEntry[];
  /** The first entry once it is there; fails after five seconds. */
  entry(id: number): Promise<LogEntry>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

/** A sandbox of its own for one test, stopped when the test ends, and the vendor's SDK without retries. */
export async function startSandbox(): Promise<TestSandbox> {
  const logFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'log', 'served.jsonl');
  const errors: unknown[] = [];
  const { url, stop } = await serveSandbox(
    { host: '127.0.0.1', port: 0 },
    { logFile, onError: (error) => errors.push(error) },
  );
  let isStopped = false;
  const sandbox: TestSandbox = {
    url,
    logFile,
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-test', maxRetries: 0 }),
    log: async (after = 0) => {
      const response = await fetch(`${url}/log?after=${after}`);
      const entries: LogEntry[] = JSON.parse(await response.text());
      return entries;
    },
    file: () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): LogEntry => JSON.parse(line)),
    async entry(id) {
      for (const end = Date.now() + 5_000; Date.now() < end; ) {
        const found = (await sandbox.log(id - 1))[0];
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`The log has no entry ${id}`);
    },
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await stop();
    },
  };
  onTestFinished(async () => {
    await sandbox.stop();
    if (errors.length > 0) throw new AggregateError(errors, 'The sandbox had defects');
  });
  return sandbox;
}

/** The smallest request that says `text`. */
export function ask(text: string, others: Record<string, unknown> = {}) {
  return { model: 'gpt-4o', messages: [{ role: 'user' as const, content: text }], ...others };
}

/** The data of every frame of a stream's text, by the rules of server-sent events. */
export function frameData(text: string): string[] {
  return text
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame !== '')
    .map((frame) => frame.replace(/^data: /, ''));
}
