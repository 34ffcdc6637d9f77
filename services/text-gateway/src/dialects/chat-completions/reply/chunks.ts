import type { JsonRecord } from '../../../json/read.ts';
import type { ReplyCall } from '../../codec.ts';
import { writeEnvelope } from './envelope.ts';

/** Writes the chunks of one stream as frames. */
export interface ChunkWriter {
  delta(delta: JsonRecord): string;
  /** @param tier what the last chunks say of the tier at which the answer was served */
  finish(reason: string, tier: JsonRecord): string;
  usage(usage: JsonRecord, tier: JsonRecord): string;
}

/** Frames that hide the length of what they say are padded to a multiple of this. */
const paddedTo = 64;

export function createChunkWriter(call: ReplyCall): ChunkWriter {
  const envelope = writeEnvelope(call, 'chat.completion.chunk');
  const { includeUsage, extras } = call.request;
  // A client that wants usage finds the member on every chunk, and null on all but the last.
  const usage = includeUsage ? { usage: null } : {};

  function write(delta: JsonRecord, finishReason: string | null, tier: JsonRecord = {}): string {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason };
    const chunk = { ...envelope, choices: [choice], ...tier, ...usage };
    return writeFrame(extras.include_obfuscation === true ? obfuscate(chunk) : chunk);
  }

  return {
    delta: (delta) => write(delta, null),
    finish: (reason, tier) => write({}, reason, tier),
    usage: (counts, tier) => writeFrame({ ...envelope, choices: [], ...tier, usage: counts }),
  };
}

export function writeFrame(json: JsonRecord): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}

/** An observer of the line cannot tell the length of a word from that of its frame. */
function obfuscate(chunk: JsonRecord): JsonRecord {
  const length = Buffer.byteLength(JSON.stringify({ ...chunk, obfuscation: '' }));
  return { ...chunk, obfuscation: '0'.repeat((paddedTo - (length % paddedTo)) % paddedTo) };
}
