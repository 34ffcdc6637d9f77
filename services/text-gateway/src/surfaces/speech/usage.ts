import { fromTotals, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';

/** Text goes in and sound comes out. Undefined when nothing was counted, or zeros were. */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (!input && !output) return undefined;
  return fromTotals({ input, output, outputAudio: output });
}
