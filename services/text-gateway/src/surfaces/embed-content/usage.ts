import { fromTotals, inputOf, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../json/read.ts';

/** Newer models count in `usageMetadata`, the others nowhere. Undefined when there is none. */
export function decodeUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const input = readCount(value.promptTokenCount) ?? readCount(value.totalTokenCount);
  if (input === undefined) return undefined;
  const tokensOf = (modality: string): number | undefined => {
    const detail = recordsIn(value.promptTokenDetails).find((one) => one.modality === modality);
    return readCount(detail?.tokenCount);
  };
  // Unlike other models these have a price for each of them.
  return fromTotals({ input, inputAudio: tokensOf('AUDIO'), inputImage: tokensOf('IMAGE'), output: 0 });
}

export function encodeUsage(usage: Usage): JsonRecord {
  const input = inputOf(usage);
  return { usageMetadata: { promptTokenCount: input, totalTokenCount: input } };
}
