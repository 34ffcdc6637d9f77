import type { PictureFormat } from '../media/files/picture.ts';
import { sourceSizeBytes, type TextSource } from './text-source.ts';

/**
 * `image_filter` (a picture that is not shown), `blocked` (the prompt), `failed` (the vendor) and `cancelled` (by another
 * request) are only planned for dialects that have words for them.
 */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool_calls'
  | 'content_filter'
  | 'image_filter'
  | 'blocked'
  | 'failed'
  | 'cancelled';

export interface PlannedCall {
  name: string;
  /** JSON text, as the model "wrote" it. */
  arguments: string;
}

/** A picture that will be made. */
export interface PlannedImage {
  format: PictureFormat;
  width: number;
  height: number;
  tokens: number;
  /** Only to show how far it is. */
  isPartial: boolean;
}

/** All that will be said in answer to one request, decided before the first byte. No dialect's shape is in it. */
export interface Plan {
  inputTokens: number;
  /** How many of the input tokens are pictures. */
  inputImageTokens?: number;
  /** How many of the input tokens came from the cache. */
  cachedTokens: number;
  reasoning: TextSource | null;
  /** What each choice says. Empty when there are calls. */
  contents: TextSource[];
  /** Pictures after what is said; none when absent. */
  images?: PlannedImage[];
  calls: PlannedCall[];
  /** How many characters of the arguments one fragment holds. */
  callPieceSize: number;
  /** Output tokens of one choice, reasoning included; null for no limit. */
  limitTokens: number | null;
  finish: FinishReason;
  /** The stop word that ended the first choice, unless a limit did before. */
  stopWord: string | null;
  pace: Pace;
}

export interface Pace {
  /** Before the first byte. */
  waitMs: number;
  /** Before each piece. */
  delayMs: number;
}

/** What exists as a whole has a bound: an answer that is not streamed, or one that a stream repeats at its end. */
export const wholeLimitBytes = 64 * 1024 * 1024;

/** Upper bound of what a plan says, in bytes; calls and reasoning apart, which are small. */
export function planSizeBytes({ contents }: Plan): number {
  return contents.reduce((sum, content) => sum + sourceSizeBytes(content), 0);
}
