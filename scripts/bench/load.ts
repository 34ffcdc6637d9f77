/**
 * The load generator, a process of its own so that it can be pinned to a core of its own. Reads one Job as
 * JSON from its arguments, writes one LoadResult as JSON, and ends.
 */
import { type Connection, openConnection, requestBytes } from './exchange.ts';

export interface Job {
  url: string;
  key: string;
  /** Beside those that every request has. */
  headers?: Readonly<Record<string, string>>;
  body: string;
  /** Requests take turns: `#` stands for another number in each, in the key from `firstKey` on, in the body below `models`. */
  turns?: { firstKey: number; keys: number; models: number };
  /** Requests under way at the same time. */
  concurrency: number;
  seconds: number;
  /** Requests a second; 0 sends the next as soon as one is done. */
  rate: number;
  /** Any other status is a failure. */
  expectedStatus: number;
}

export interface LoadResult {
  requests: number;
  failures: number;
  /** Events of streamed answers. */
  events: number;
  elapsedMs: number;
  /** Milliseconds from sending to the last byte. */
  p50Ms: number;
  p99Ms: number;
}

/** How long those that are under way at the end may take. */
const patienceMs = 60_000;
const [text = '{}'] = process.argv.slice(2);
const job: Job = JSON.parse(text);
const url = new URL(job.url);
const bytes = toBytes(job.key, job.body);
const connections = Array.from({ length: job.concurrency }, () => openConnection(url, bytes));
let turn = 0;
const result: LoadResult = { requests: 0, failures: 0, events: 0, elapsedMs: 0, p50Ms: 0, p99Ms: 0 };
const latenciesMs: number[] = [];

/** Each is made when it is sent; all are the same unless they take turns. */
function nextRequest(): Buffer | undefined {
  if (!job.turns) return undefined;
  const { firstKey, keys, models } = job.turns;
  const key = job.key.replace('#', String(firstKey + (turn % keys)));
  const body = job.body.replace('#', String(turn % models));
  turn += 1;
  return toBytes(key, body);
}

function toBytes(key: string, body: string): Buffer {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...job.headers };
  return requestBytes(url, headers, body);
}

async function ask(connection: Connection, begun = performance.now()): Promise<void> {
  const { status, events } = await connection.exchange(nextRequest());
  result.requests += 1;
  result.events += events;
  if (status !== job.expectedStatus) result.failures += 1;
  latenciesMs.push(performance.now() - begun);
}

async function closedLoop(end: number): Promise<void> {
  const worker = async (connection: Connection): Promise<void> => {
    while (performance.now() < end) await ask(connection);
  };
  await Promise.all(connections.map(worker));
}

/**
 * Sends at fixed moments, whether or not the earlier ones are answered: a slow answer delays no other, unless as many
 * are under way as may be. Then the next waits, and its wait counts.
 */
async function openLoop(begun: number, end: number): Promise<void> {
  const idle = [...connections];
  const waiting: number[] = [];
  const running = new Set<Promise<void>>();
  async function askOn(connection: Connection, since: number): Promise<void> {
    await ask(connection, since);
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else await askOn(connection, next);
  }
  for (let number = 0; ; number += 1) {
    const at = begun + (number * 1_000) / job.rate;
    if (at >= end) break;
    const pauseMs = at - performance.now();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(pauseMs)));
    const connection = idle.pop();
    if (!connection) {
      waiting.push(performance.now());
      continue;
    }
    const asked: Promise<void> = askOn(connection, performance.now()).finally(() => running.delete(asked));
    running.add(asked);
  }
  await Promise.all(running);
}

const begun = performance.now();
const end = begun + job.seconds * 1_000;
const patience = setTimeout(
  () => {
    throw new Error(`Answers were still to come ${patienceMs} ms after the last request`);
  },
  job.seconds * 1_000 + patienceMs,
);
await (job.rate > 0 ? openLoop(begun, end) : closedLoop(end));
clearTimeout(patience);
result.elapsedMs = performance.now() - begun;
latenciesMs.sort((a, b) => a - b);
result.p50Ms = quantile(0.5);
result.p99Ms = quantile(0.99);
for (const connection of connections) connection.close();
process.stdout.write(JSON.stringify(result));

function quantile(part: number): number {
  return latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * part))] ?? 0;
}
