import { countTokens } from './count-tokens.ts';
import type { Delta } from './produce.ts';

/** The tokens of one request, as far as they were produced. */
export interface Usage {
  /** The whole prompt, cached part included. */
  inputTokens: number;
  cachedTokens: number;
  /** All that was produced, reasoning included. */
  outputTokens: number;
  reasoningTokens: number;
}

export interface Meter {
  /** The prompt was read: from here on it counts. */
  readPrompt(inputTokens: number, cachedTokens: number): void;
  count(delta: Delta): void;
  usage(): Usage;
}

/** Counts one request's tokens. Nothing counts before `readPrompt`, so a refused request costs nothing. */
export function createMeter(): Meter {
  let input = 0;
  let cached = 0;
  let sayingBytes = 0;
  let reasoningBytes = 0;
  return {
    readPrompt(inputTokens, cachedTokens) {
      input = inputTokens;
      cached = cachedTokens;
    },
    count(delta) {
      if (delta.type === 'content' || delta.type === 'call-arguments') {
        sayingBytes += Buffer.byteLength(delta.text);
      } else if (delta.type === 'call-start') {
        sayingBytes += Buffer.byteLength(delta.name);
      } else if (delta.type === 'reasoning') {
        reasoningBytes += Buffer.byteLength(delta.text);
      }
    },
    usage() {
      const reasoningTokens = countTokens(reasoningBytes);
      return {
        inputTokens: input,
        cachedTokens: cached,
        outputTokens: countTokens(sayingBytes) + reasoningTokens,
        reasoningTokens,
      };
    },
  };
}
