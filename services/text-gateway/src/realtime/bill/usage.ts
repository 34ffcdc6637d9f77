import { readCount, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/**
 * The usage of a response: kinds of tokens add up to the totals, and cached tokens are among the kinds. Undefined when
 * there is none.
 */
export function decodeUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const input = readCount(value.input_tokens);
  const output = readCount(value.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const inputDetails = member(value, 'input_token_details');
  const cachedDetails = member(inputDetails, 'cached_tokens_details');
  const cacheRead = Math.min(count(inputDetails, 'cached_tokens'), input ?? 0);
  const fresh = takeApart((input ?? 0) - cacheRead, {
    audio: count(inputDetails, 'audio_tokens') - count(cachedDetails, 'audio_tokens'),
    image: count(inputDetails, 'image_tokens') - count(cachedDetails, 'image_tokens'),
  });
  const outputAudio = Math.min(count(member(value, 'output_token_details'), 'audio_tokens'), output ?? 0);
  return {
    inputFresh: fresh.rest,
    inputAudio: fresh.audio,
    inputImage: fresh.image,
    inputCacheRead: cacheRead,
    inputCacheWrite: 0,
    outputVisible: (output ?? 0) - outputAudio,
    outputAudio,
    outputReasoning: 0,
  };
}

/** A part above what is left is cut to it, so that the classes are disjoint whatever was reported. */
function takeApart(total: number, parts: { audio: number; image: number }) {
  const audio = Math.min(Math.max(parts.audio, 0), total);
  const image = Math.min(Math.max(parts.image, 0), total - audio);
  return { audio, image, rest: total - audio - image };
}

function member(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isRecord(value) ? value : {};
}

function count(record: JsonRecord, name: string): number {
  return readCount(record[name]) ?? 0;
}
