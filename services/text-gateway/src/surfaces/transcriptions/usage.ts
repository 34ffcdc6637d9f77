import { fromTotals, noUsage, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';

/**
 * Sound goes in and text comes out. Models that are paid for by the minute count seconds, which are no tokens: those are
 * billed by the call. Undefined when nothing was counted.
 */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  if (usage.type === 'duration') return noUsage;
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const details = isRecord(usage.input_token_details) ? usage.input_token_details : {};
  return fromTotals({ input, inputAudio: readCount(details.audio_tokens), output });
}
