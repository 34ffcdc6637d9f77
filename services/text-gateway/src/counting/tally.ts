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
  const sums = { visible: createSum(), reasoning: createSum() };
  let images = 0;
  return {
    say(kind, text) {
      if (kind === 'image') images += 1;
      else sums[kind].add(text);
    },
    assume: (kind, sizeBytes) => sums[kind].assume(sizeBytes),
    sizes: () => ({ visible: sums.visible.sizeBytes(), reasoning: sums.reasoning.sizeBytes() }),
    clear() {
      images = 0;
      sums.visible.clear();
      sums.reasoning.clear();
    },
    isEmpty: () => images === 0 && sums.visible.sizeBytes() + sums.reasoning.sizeBytes() === 0,
    count: () => ({
      visible: sums.visible.tokens() + images * tokensPerMadeImage,
      reasoning: sums.reasoning.tokens(),
    }),
  };
}

/** Text of one kind: some of it, and how long it is in all. */
function createSum() {
  let sample: Buffer | undefined;
  let sampled = 0;
  let sizeBytes = 0;
  let isFull = false;
  return {
    add(text: string): void {
      const bytes = Buffer.byteLength(text);
      sizeBytes += bytes;
      if (bytes === 0 || isFull) return;
      sample = grow(sample, Math.min(sampleBytes, sampled + bytes), sampleBytes);
      const written = sample.write(text, sampled);
      sampled += written;
      isFull = written < bytes;
    },
    assume(bytes: number): void {
      sizeBytes += bytes;
    },
    clear(): void {
      sampled = 0;
      sizeBytes = 0;
      isFull = false;
    },
    sizeBytes: () => sizeBytes,
    tokens(): number {
      if (!sample || sampled === 0) return 0;
      return Math.ceil((countTokens(sample.toString('utf8', 0, sampled)) * sizeBytes) / sampled);
    },
  };
}
