import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayContext } from '../../context.ts';
import { type Asked, ask } from './client.ts';

const settleMs = 3_000;

/** What streams hold that have begun and say no more, each: resident memory, heap, and buffers beside it. */
export async function measureOpenStreams(
  context: GatewayContext,
  asked: Asked,
  count: number,
): Promise<string> {
  collect();
  const before = process.memoryUsage();
  for (let opened = 0; opened < count; opened += 1) {
    ask(context, asked).catch(() => undefined);
    if (opened % 20 === 0) await pause(5);
  }
  await pause(settleMs);
  const atRest = process.memoryUsage();
  collect();
  const after = process.memoryUsage();
  const each = (bytes: number): string => `${(bytes / count / 1024).toFixed(1)} KB`;
  return (
    `of an open stream: resident ${each(atRest.rss - before.rss)}; collected: ` +
    `resident ${each(after.rss - before.rss)}, heap ${each(after.heapUsed - before.heapUsed)}, ` +
    `beside it ${each(after.external - before.external)}`
  );
}

/** With `--expose-gc`. */
function collect(): void {
  globalThis.gc?.();
}
