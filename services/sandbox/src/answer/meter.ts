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
  /** Of the input and the output, pictures; absent where there are none. */
  inputImageTokens?: number;
  outputImageTokens?: number;
}

export interface Meter {
  /** The prompt was read: from here on it counts. */
  readPrompt(inputTokens: number, cachedTokens: number, imageTokens?: number): void;
  count(delta: Delta): void;
  /** What was counted so far, `pending` included, which is about to be. */
  usage(pending?: readonly Delta[]): Usage;
}

/** Counts one request's tokens. Nothing counts before `readPrompt`, so a refused request costs nothing. */
export function createMeter(): Meter {
  let input = 0;
  let cached = 0;
  let sayingBytes = 0;
  let reasoningBytes = 0;
  let inputImages = 0;
  let images = 0;
  return {
    readPrompt(inputTokens, cachedTokens, imageTokens = 0) {
      inputImages = imageTokens;
      input = inputTokens;
      cached = cachedTokens;
    },
    count(delta) {
      const { saying, reasoning } = sizesOf(delta);
      sayingBytes += saying;
      reasoningBytes += reasoning;
      images += imageTokensOf(delta);
    },
    usage(pending = []) {
      const sizes = pending.map(sizesOf);
      const said = sizes.reduce((sum, { saying }) => sum + saying, sayingBytes);
      const reasoningTokens = countTokens(
        sizes.reduce((sum, { reasoning }) => sum + reasoning, reasoningBytes),
      );
      const outputImages = pending.reduce((sum, delta) => sum + imageTokensOf(delta), images);
      return {
        inputTokens: input,
        cachedTokens: cached,
        outputTokens: countTokens(said) + outputImages + reasoningTokens,
        reasoningTokens,
        ...(inputImages > 0 && { inputImageTokens: inputImages }),
        ...(outputImages > 0 && { outputImageTokens: outputImages }),
      };
    },
  };
}

/** The same counts without the output. */
export function promptOf({ inputTokens, cachedTokens }: Usage): Usage {
  return { inputTokens, cachedTokens, outputTokens: 0, reasoningTokens: 0 };
}

/** Bytes that a delta adds to what is said and to the reasoning. */
function sizesOf(delta: Delta): { saying: number; reasoning: number } {
  switch (delta.type) {
    case 'content':
    case 'call-arguments':
      return { saying: Buffer.byteLength(delta.text), reasoning: 0 };
    case 'call-start':
      return { saying: Buffer.byteLength(delta.name), reasoning: 0 };
    case 'reasoning':
      return { saying: 0, reasoning: Buffer.byteLength(delta.text) };
    case 'start':
    case 'image':
    case 'finish':
      return { saying: 0, reasoning: 0 };
  }
}

function imageTokensOf(delta: Delta): number {
  return delta.type === 'image' ? delta.image.tokens : 0;
}
