/**
 * An answer as it comes, in the one form that every dialect's stream is decoded into and encoded from. A decoder
 * promises the grammar of `conformance/grammar.ts`, an encoder relies on it.
 */
import type { OpaqueBlock, PictureBlock } from './blocks.ts';
import type { Ending } from './ending.ts';
import type { Seal } from './seal.ts';
import type { Usage } from './usage.ts';

/** What a block is, as far as it is known when it begins. */
export type BlockStart =
  | { kind: 'text' }
  | { kind: 'refusal' }
  | { kind: 'reasoning'; isRedacted?: boolean | undefined }
  | { kind: 'tool-call'; id: string; name: string }
  | Omit<PictureBlock, 'seal'>
  | OpaqueBlock;

export type ReplyEvent =
  /** First of all. Ids and names of the upstream stay behind. */
  | { kind: 'reply-start' }
  /** Blocks count from 0 in the order in which they begin. Several may be open at the same time. */
  | { kind: 'block-start'; index: number; block: BlockStart }
  /** More of a block's text, or of the JSON of a call's arguments. */
  | { kind: 'block-delta'; index: number; text: string }
  /** The block's signature, once, whole. */
  | { kind: 'block-seal'; index: number; seal: Seal }
  | { kind: 'block-end'; index: number }
  /** Counts so far: replaces what came before. */
  | { kind: 'usage'; usage: Usage }
  /** Last of all, unless a fault is. */
  | { kind: 'reply-end'; ending: Ending }
  /** The upstream gave up inside its answer. Last of all. */
  | { kind: 'fault'; fault: ReplyFault };

/** What an upstream said of its own trouble. Masked before a client sees it. */
export interface ReplyFault {
  /** The upstream's word for it, as its dialect has it. */
  type?: string | undefined;
  code?: string | undefined;
  message: string;
}
