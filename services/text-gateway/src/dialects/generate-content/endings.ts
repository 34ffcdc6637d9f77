import type { Ending, EndingReason } from '../../canon/ending.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../json/read.ts';

/** Why a candidate ended. Whatever is not here ended as it should. */
const reasons: Record<string, EndingReason> = {
  STOP: 'complete',
  MAX_TOKENS: 'length',
  SAFETY: 'filtered',
  RECITATION: 'filtered',
  LANGUAGE: 'filtered',
  OTHER: 'filtered',
  BLOCKLIST: 'filtered',
  PROHIBITED_CONTENT: 'filtered',
  SPII: 'filtered',
  MODEL_ARMOR: 'filtered',
  IMAGE_SAFETY: 'filtered',
  IMAGE_PROHIBITED_CONTENT: 'filtered',
  IMAGE_RECITATION: 'filtered',
  IMAGE_OTHER: 'filtered',
  NO_IMAGE: 'filtered',
  MALFORMED_RESPONSE: 'filtered',
  ESCALATION: 'filtered',
  PUP_LIMITED_DISABLED: 'filtered',
  MALFORMED_FUNCTION_CALL: 'malformed-tool-call',
  UNEXPECTED_TOOL_CALL: 'malformed-tool-call',
  TOO_MANY_TOOL_CALLS: 'malformed-tool-call',
  MISSING_THOUGHT_SIGNATURE: 'malformed-tool-call',
  CONTINUATION: 'paused',
};

const words: Record<EndingReason, string> = {
  complete: 'STOP',
  'stop-sequence': 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  filtered: 'SAFETY',
  'context-exceeded': 'MAX_TOKENS',
  // Not CONTINUATION: the SDK would ask for more with a token that only the vendor can give.
  paused: 'STOP',
  'malformed-tool-call': 'MALFORMED_FUNCTION_CALL',
};

/** The vendor says STOP with calls as well. */
export function decodeEnding(word: string, hasCalls: boolean): Ending {
  const reason = Object.hasOwn(reasons, word) ? (reasons[word] ?? 'complete') : 'complete';
  return { reason: reason === 'complete' && hasCalls ? 'tool-calls' : reason };
}

/**
 * Gemini 1.5, and some that imitate it, name STOP on every frame. Whoever finds it with the first thing that is said cannot
 * tell whether more will come before the stream ends.
 */
export function stopsWhileItSpeaks(candidate: JsonRecord): boolean {
  return candidate.finishReason === 'STOP' && saysSomething(candidate);
}

/** Whether a candidate of a frame has a part that is no empty text, as some send before or after all that they say. */
export function saysSomething({ content }: JsonRecord): boolean {
  return (
    isRecord(content) &&
    recordsIn(content.parts).some((part) => part.text !== '' || Object.keys(part).length > 1)
  );
}

export function encodeEnding({ reason }: Ending): string {
  return words[reason];
}
