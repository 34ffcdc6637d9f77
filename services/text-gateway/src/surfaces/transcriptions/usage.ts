import { type Metered, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { fromTotals, noUsage, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';

/**
 * Sound goes in and text comes out. Models that are paid for by the minute count seconds, which are no tokens. Undefined
 * when nothing was counted.
 */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  if (usage.type === 'duration') return { ...noUsage, metered: readDuration(usage.seconds) };
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const details = isRecord(usage.input_token_details) ? usage.input_token_details : {};
  return fromTotals({ input, inputAudio: readCount(details.audio_tokens), output });
}

function readDuration(seconds: unknown): Metered[] {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= mostSeconds)) return [];
  return [heard(Math.round(seconds * 1_000))];
}

/** Beyond what any vendor takes at once. */
const mostSeconds = 1_000_000;

/** So many milliseconds of sound. */
export function heard(ms: number): Metered {
  return { unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', quantity: BigInt(ms) };
}
