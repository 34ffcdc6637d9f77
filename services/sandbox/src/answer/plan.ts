import type { TextSource } from './text-source.ts';

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface PlannedCall {
  name: string;
  /** JSON text, as the model "wrote" it. */
  arguments: string;
}

/** All that will be said in answer to one request, decided before the first byte. No dialect's shape is in it. */
export interface Plan {
  inputTokens: number;
  /** How many of the input tokens came from the cache. */
  cachedTokens: number;
  reasoning: TextSource | null;
  /** What each choice says. Empty when there are calls. */
  contents: TextSource[];
  calls: PlannedCall[];
  /** How many characters of the arguments one fragment holds. */
  callPieceSize: number;
  /** Output tokens of one choice, reasoning included; null for no limit. */
  limitTokens: number | null;
  finish: FinishReason;
  pace: Pace;
}

export interface Pace {
  /** Before the first byte. */
  waitMs: number;
  /** Before each piece. */
  delayMs: number;
}
