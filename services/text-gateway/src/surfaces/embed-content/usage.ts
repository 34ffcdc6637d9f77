import { fromTotals, inputOf, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/** Newer models count in `usageMetadata`, the others nowhere. Undefined when there is none. */
export function decodeUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const input = readCount(value.promptTokenCount) ?? readCount(value.totalTokenCount);
  return input === undefined ? undefined : fromTotals({ input, output: 0 });
}

export function encodeUsage(usage: Usage | undefined): JsonRecord {
  if (!usage) return {};
  const input = inputOf(usage);
  return { usageMetadata: { promptTokenCount: input, totalTokenCount: input } };
}
