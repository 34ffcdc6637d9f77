/**
 * The load generator, a process of its own so that it can be pinned to a core of its own. Reads one Job as
 * JSON from its arguments, writes one LoadResult as JSON, and ends.
 */
import { Pool } from 'undici';

export interface Job {
  url: string;
  key: string;
  body: string;
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

const [text = '{}'] = process.argv.slice(2);
const job: Job = JSON.parse(text);
const url = new URL(job.url);
const pool = new Pool(url.origin, { connections: Math.max(job.concurrency, 64), pipelining: 1 });
const result: LoadResult = { requests: 0, failures: 0, events: 0, elapsedMs: 0, p50Ms: 0, p99Ms: 0 };
const latenciesMs: number[] = [];

async function ask(): Promise<void> {
  const begun = performance.now();
  try {
    const { statusCode, body } = await pool.request({
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { authorization: `Bearer ${job.key}`, 'content-type': 'application/json' },
      body: job.body,
    });
    for await (const bytes of body) result.events += countEvents(bytes);
    if (statusCode !== job.expectedStatus) result.failures += 1;
  } catch {
    result.failures += 1;
  }
  result.requests += 1;
  latenciesMs.push(performance.now() - begun);
}

function countEvents(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('\n\n'); at !== -1; at = bytes.indexOf('\n\n', at + 2)) count += 1;
  return count;
}

async function closedLoop(end: number): Promise<void> {
  const worker = async (): Promise<void> => {
    while (performance.now() < end) await ask();
  };
  await Promise.all(Array.from({ length: job.concurrency }, worker));
}

/** Sends at fixed moments, whether or not the earlier ones are answered: a slow answer delays no other. */
async function openLoop(begun: number, end: number): Promise<void> {
  const running: Promise<void>[] = [];
  for (let number = 0; ; number += 1) {
    const at = begun + (number * 1_000) / job.rate;
    if (at >= end) break;
    const pauseMs = at - performance.now();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    running.push(ask());
  }
  await Promise.all(running);
}

const begun = performance.now();
const end = begun + job.seconds * 1_000;
await (job.rate > 0 ? openLoop(begun, end) : closedLoop(end));
result.elapsedMs = performance.now() - begun;
latenciesMs.sort((a, b) => a - b);
result.p50Ms = quantile(0.5);
result.p99Ms = quantile(0.99);
await pool.destroy();
process.stdout.write(JSON.stringify(result));

function quantile(part: number): number {
  return latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * part))] ?? 0;
}
