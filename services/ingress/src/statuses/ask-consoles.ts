import { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import type { HttpTargets } from '../forward/http-targets.ts';

const deadlineMs = 2_000;
/** Replicas that are asked, at most. */
const maxConsoles = 20;

/**
 * Has the consoles say how they are, since they have no NATS to announce it on. Who does not answer, or answers something
 * else, is not heard.
 */
export async function askConsoles(
  targets: Pick<HttpTargets, 'list'>,
  hear: (status: StatusAnnounced) => void,
): Promise<void> {
  const asked = (await targets.list()).slice(0, maxConsoles);
  const answers = await Promise.all(asked.map((target) => ask(target).catch(() => undefined)));
  for (const status of answers) if (status) hear(status);
}

async function ask(target: string): Promise<StatusAnnounced | undefined> {
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await fetch(`${target}/status`, { signal, redirect: 'error' });
  const said: unknown = answer.ok ? await answer.json() : await answer.body?.cancel();
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
