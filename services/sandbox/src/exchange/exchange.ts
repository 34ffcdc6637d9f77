import type { Meter } from '../answer/meter.ts';
import type { Plan } from '../answer/plan.ts';
import type { Delta } from '../answer/produce.ts';
import type { Outlet } from './outlet.ts';

/** One request that is being answered. */
export interface Exchange {
  outlet: Outlet;
  meter: Meter;
  plan: Plan;
  isStream: boolean;
  /** Says the plan in the shapes of the dialect that was asked in. */
  rendering: Rendering;
  /** What the caller used to get here; a vendor that is careless with errors repeats it. */
  credentials: { key: string; host: string; path: string };
}

/** How one dialect writes an answer. */
export interface Rendering {
  /** The content type of a stream. */
  streamType: string;
  /** The content type of an answer that is not streamed; JSON unless said otherwise. */
  wholeType?: string;
  /** The frames of a stream, made one at a time as they are asked for. */
  frames(deltas: Iterable<Delta>): Iterable<Frame>;
  /** How frames become bytes, where they are not their text. */
  pack?(text: string): Buffer;
  /** The body of an answer that is not streamed. */
  body(deltas: Delta[]): string;
  /** The vendor's error body for a status; `message` replaces its usual words. */
  error(status: number, message?: string): string;
  /** Headers that only that error has. */
  errorHeaders?(status: number): Record<string, string>;
  /** A frame that reports an error in the middle of a stream. */
  errorFrame(): string;
  /** A frame that is none: what it carries is not JSON. */
  garbageFrame: string;
  /** The same answer without any usage in it. */
  withoutUsage(): Rendering;
  /** The same answer with usage that tells of the prompt alone, in dialects where that is known of vendors. */
  withPromptUsage?(): Rendering;
  /** Headers that the vendor puts on every answer. */
  headers: Record<string, string>;
}

export interface Frame {
  /**
   * A `piece` is a part of what is said; only pieces are paced. A `block` opens or closes a run of pieces, or
   * counts what is not shown.
   */
  type: 'start' | 'piece' | 'block' | 'finish' | 'usage' | 'done' | 'other';
  /** The whole frame with all that separates it from the next. */
  text: string;
  /** What was produced for this frame; counted when the frame is written. */
  deltas: readonly Delta[];
}

/**
 * How a request ended, a closed list:
 * - served: the whole answer was written, as the vendor writes it or merely in an odd form;
 * - failed: the sandbox sent an error, or broke or spoiled its answer on purpose;
 * - aborted: the connection was closed from outside before the end, by the client or a stop of the sandbox.
 */
export type Outcome = 'served' | 'failed' | 'aborted';
