import { fromTotals, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';

/**
 * Reads a `usage` object; undefined when it is none. `inputTokens` counts neither what was read from the cache nor what
 * was written to it; `outputTokens` counts thinking too, and does not tell it apart.
 */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const fresh = readCount(usage.inputTokens);
  const output = readCount(usage.outputTokens);
  if (fresh === undefined && output === undefined) return undefined;
  const cacheRead = readCount(usage.cacheReadInputTokens) ?? 0;
  const cacheWrite = readCount(usage.cacheWriteInputTokens) ?? 0;
  const input = (fresh ?? 0) + cacheRead + cacheWrite;
  return fromTotals({ input, cacheRead, cacheWrite, cacheWrite1h: hourOf(usage.cacheDetails), output });
}

/** What was written to the cache, by how long it is kept. */
function hourOf(details: unknown): number {
  const all = Array.isArray(details) ? details.filter(isRecord) : [];
  return readCount(all.find(({ ttl }) => ttl === '1h')?.inputTokens) ?? 0;
}
