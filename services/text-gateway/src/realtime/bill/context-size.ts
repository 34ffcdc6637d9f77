import { isRecord, recordsIn, textIn } from '../../json/read.ts';

/** What a conversation holds that a response may have to read, as a bound that only grows. */
export interface ContextSize {
  tokens(): number;
  /** Sound that was appended, by the length of its base64. */
  addSound(base64Length: number): void;
  /** An event with text, sound or images in it. */
  addEvent(event: unknown, sizeBytes: number): void;
  /** What a response put out is read by the next: at most so many, and how many it is likely to be. */
  addOutput(tokens: number, likely?: number): void;
  /** Sound comes in a form with fewer bytes to a second than 16 bit samples at 24 kHz have. */
  expectCompressed(): void;
  /** What a response is likely to have read, for an upstream that does not count it. */
  likely(): { text: number; sound: number };
}

/** Instructions that an upstream gives by itself, and rounding. */
const baseTokens = 1_024;

/** Kept in steps, so that not every piece of sound changes a reservation. */
const stepTokens = 4_096;

/** No realtime model reads more; upstreams drop the oldest beyond it. */
const maxContextTokens = 131_072;

/** As for requests (`relay/bills/estimate.ts`). */
const bytesPerTextToken = 2;

/** Half of what a token of sound takes: vendors count ten a second, of 48,000 bytes plain and of 8,000 compressed. */
const bytesPerPlainToken = 2_400;
const bytesPerCompressedToken = 400;

/** What bounds allow is about twice what vendors count. */
const boundToLikely = 2;

export function createContextSize({ maxImageTokens }: { maxImageTokens: number }): ContextSize {
  let tokens = baseTokens;
  let [text, sound] = [0, 0];
  let isCompressed = false;

  function add(more: number): void {
    tokens += Math.ceil(more);
  }

  function addSound(base64Length: number): void {
    const bound = (base64Length * 0.75) / (isCompressed ? bytesPerCompressedToken : bytesPerPlainToken);
    add(bound);
    sound += bound / boundToLikely;
  }

  function addText(bound: number): void {
    add(bound);
    text += bound / boundToLikely;
  }

  return {
    tokens: () => Math.min(Math.ceil(tokens / stepTokens) * stepTokens, maxContextTokens),
    addSound,
    addEvent(event, sizeBytes) {
      const media = mediaIn(event);
      addSound(media.soundLength);
      addText(media.images * maxImageTokens);
      addText(Math.max(sizeBytes - media.soundLength - media.imageLength, 0) / bytesPerTextToken);
    },
    addOutput(most, likely = most) {
      add(most);
      text += likely;
    },
    expectCompressed() {
      isCompressed = true;
    },
    likely: () => ({
      text: Math.min(Math.ceil(text), maxContextTokens),
      sound: Math.min(Math.ceil(sound), Math.max(maxContextTokens - Math.ceil(text), 0)),
    }),
  };
}

interface Media {
  soundLength: number;
  imageLength: number;
  images: number;
}

/**
 * Sound and images, so that their base64 does not count as text. They are parts of what is said in the conversation, or in a
 * response alone; whatever is named like them elsewhere, as in the schema of a tool, is text.
 */
function mediaIn(event: unknown): Media {
  const { item, response = {} } = isRecord(event) ? event : {};
  const items = recordsIn([item, ...(isRecord(response) ? recordsIn(response.input) : [])]);
  const parts = items.flatMap(({ content }) => recordsIn(content));
  const lengthsOf = (name: string): number[] =>
    parts.map(({ [name]: value }) => textIn(value).length).filter((length) => length > 0);
  const [sounds, images] = [lengthsOf('audio'), lengthsOf('image_url')];
  return { soundLength: sum(sounds), imageLength: sum(images), images: images.length };
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((all, length) => all + length, 0);
}
