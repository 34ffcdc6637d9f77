import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import type { HttpTargets } from '../forward/http-targets.ts';

const deadlineMs = 2_000;
/** Replicas that are asked, at most. */
const maxConsoles = 20;
/** Longer answers are not what was asked for. */
const maxAnswerBytes = 16 * 1024;

/**
 * Has the consoles say how they are, since they have no NATS to announce it on. Who does not answer, or answers something
 * else, is not heard.
 */
export async function askConsoles(
  targets: Pick<HttpTargets, 'agent' | 'list'>,
  hear: (status: StatusAnnounced) => void,
): Promise<void> {
  const asked = (await targets.list()).slice(0, maxConsoles);
  const answers = await Promise.all(asked.map((target) => ask(target, targets.agent).catch(() => undefined)));
  for (const status of answers) if (status) hear(status);
}

async function ask(target: string, agent: https.Agent | undefined): Promise<StatusAnnounced | undefined> {
  const said = await readStatus(new URL('/status', target), agent);
  const { instance, version, started_at_ms: startedAtMs, resident_memory_bytes: bytes } = Object(said);
  if (typeof instance !== 'string' || typeof version !== 'string') return undefined;
  if (!Number.isSafeInteger(startedAtMs) || !Number.isSafeInteger(bytes)) return undefined;
  return StatusAnnounced.fromPartial({
    service: 'console',
    instance,
    version,
    startedAtMs: BigInt(startedAtMs),
    ready: true,
    gauges: { resident_memory_bytes: bytes },
  });
}

/** Not by `fetch`: what connects where connections are secured is an agent. Redirects are not followed. */
async function readStatus(url: URL, agent: https.Agent | undefined): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { get } = url.protocol === 'https:' ? https : http;
  get(url, { agent, signal: AbortSignal.timeout(deadlineMs) }, resolve).on('error', reject);
  const answer = await promise;
  if (answer.statusCode !== 200) return void answer.destroy();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) return void answer.destroy();
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
