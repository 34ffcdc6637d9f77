import { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { askProcess } from '../processes/ask-process.ts';
import type { HttpTargets } from '../processes/http-targets.ts';

/** Replicas that are asked, at most. */
const maxConsoles = 20;

/**
 * Has the consoles say how they are, since they have no NATS to announce it on. Who does not answer, or answers something
 * else, is not heard.
 */
export async function askConsoles(
  targets: Pick<HttpTargets, 'agent' | 'list'>,
  hear: (status: StatusAnnounced) => void,
): Promise<void> {
  const asked = (await targets.list()).slice(0, maxConsoles);
  const answers = await Promise.all(asked.map((target) => ask(target, targets).catch(() => undefined)));
  for (const status of answers) if (status) hear(status);
}

async function ask(
  target: string,
  { agent }: Pick<HttpTargets, 'agent'>,
): Promise<StatusAnnounced | undefined> {
  const { status, body } = await askProcess(target, {
    method: 'GET',
    path: '/status',
    ...(agent && { agent }),
  });
  const said: unknown = status === 200 ? JSON.parse(body) : undefined;
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
