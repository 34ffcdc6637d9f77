import { countTokens } from './count-tokens.ts';
import { grow } from './grow.ts';

/** What a model says aloud, what it thinks, and pictures that it makes. */
export type SaidKind = 'visible' | 'reasoning' | 'image';

/** Takes a piece of what an answer says; of an image, that there is one. */
export type Say = (kind: SaidKind, text: string) => void;

/** Gathers what was said, and counts it when it is asked. */
export interface Tally {
  say: Say;
  /** As much more was said, in words like those before. */
  assume(kind: 'visible' | 'reasoning', sizeBytes: number): void;
  /** Bytes that were said. */
  sizes(): { visible: number; reasoning: number };
  /** What was said until now is counted otherwise. */
  clear(): void;
  isEmpty(): boolean;
  count(): { visible: number; reasoning: number };
}

/** Gemini's and OpenAI's own counts of a picture of one megapixel are near this. */
export const tokensPerMadeImage = 1_290;

/** Text is kept this far, for the rate of its tokens; beyond it only its size. */
const sampleBytes = 4 * 1024;

export function createTally(): Tally {
  const sums = { visible: new Sum(), reasoning: new Sum() };
  let images = 0;
  return {
    say(kind, text) {
      if (kind === 'image') images += 1;
      else sums[kind].add(text);
    },
    assume: (kind, sizeBytes) => sums[kind].assume(sizeBytes),
    sizes: () => ({ visible: sums.visible.sizeBytes, reasoning: sums.reasoning.sizeBytes }),
    clear() {
      images = 0;
      sums.visible.clear();
      sums.reasoning.clear();
    },
    isEmpty: () => images === 0 && sums.visible.sizeBytes + sums.reasoning.sizeBytes === 0,
    count: () => ({
      visible: sums.visible.tokens() + images * tokensPerMadeImage,
      reasoning: sums.reasoning.tokens(),
    }),
  };
}

/** Text of one kind: some of it, and how long it is in all. A class: every open stream has two. */
class Sum {
  sizeBytes = 0;
  #sample: Buffer | undefined = undefined;
  #sampled = 0;
  #isFull = false;

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.sizeBytes += bytes;
    if (bytes === 0 || this.#isFull) return;
    const sample = grow(this.#sample, Math.min(sampleBytes, this.#sampled + bytes), sampleBytes);
    const written = sample.write(text, this.#sampled);
    this.#sample = sample;
    this.#sampled += written;
    this.#isFull = written < bytes;
  }

  assume(bytes: number): void {
    this.sizeBytes += bytes;
  }

  clear(): void {
    this.sizeBytes = 0;
    this.#sampled = 0;
    this.#isFull = false;
  }

  tokens(): number {
    if (!this.#sample || this.#sampled === 0) return 0;
    return Math.ceil(
      (countTokens(this.#sample.toString('utf8', 0, this.#sampled)) * this.sizeBytes) / this.#sampled,
    );
  }
}
