/** The pieces of which turns and answers are made, in the one form that every dialect reads into and writes from. */
import type { DialectName } from './dialect-name.ts';
import type { Seal } from './seal.ts';

/** Asks the upstream to keep everything up to and with this piece in its prompt cache. */
export interface CacheMark {
  ttl: '5m' | '1h';
  /** OpenAI's own words for it, where its client said them. */
  breakpoint?: Record<string, unknown>;
}

/** Bytes as a data URL would hold them, an address, or something that an upstream stores for its client. */
export type Source =
  | { kind: 'bytes'; mediaType: string; base64: string }
  | { kind: 'url'; url: string; mediaType?: string | undefined }
  | { kind: 'stored'; dialect: DialectName; id: string; mediaType?: string | undefined };

export interface TextBlock {
  kind: 'text';
  text: string;
  /** Some upstreams sign text as well. */
  seal?: Seal | undefined;
  cache?: CacheMark | undefined;
  /** A system text at its place within what the user says. */
  isSystem?: boolean | undefined;
}

export interface ImageBlock {
  kind: 'image';
  source: Source;
  detail?: string | undefined;
  cache?: CacheMark | undefined;
}

export interface FileBlock {
  kind: 'file';
  source: Source;
  name?: string | undefined;
  cache?: CacheMark | undefined;
}

export interface AudioBlock {
  kind: 'audio';
  source: Source;
}

/** What the model thought. `text` is empty where only the seal may be shown. */
export interface ReasoningBlock {
  kind: 'reasoning';
  text: string;
  /** Must come back byte for byte, at the same place, on the next turn. */
  seal?: Seal | undefined;
  /** The upstream hid the text: the seal stands for it. */
  isRedacted?: boolean | undefined;
}

/** A picture that the model made; whole, as every upstream that makes them says it. */
export interface PictureBlock {
  kind: 'picture';
  mediaType: string;
  base64: string;
  seal?: Seal | undefined;
}

export interface RefusalBlock {
  kind: 'refusal';
  text: string;
}

export interface ToolCallBlock {
  kind: 'tool-call';
  /** Unique within the conversation; answered by the result with the same id. */
  id: string;
  name: string;
  /** JSON as the model wrote it: never parsed while it is being written. */
  argsText: string;
  seal?: Seal | undefined;
  cache?: CacheMark | undefined;
}

export interface ToolResultBlock {
  kind: 'tool-result';
  callId: string;
  blocks: ResultBlock[];
  isError?: boolean | undefined;
  cache?: CacheMark | undefined;
}

/** Something that only its own dialect understands. Other dialects drop it and say so. */
export interface OpaqueBlock {
  kind: 'opaque';
  dialect: DialectName;
  json: unknown;
}

export type ResultBlock = TextBlock | ImageBlock | FileBlock;
export type UserBlock = TextBlock | ImageBlock | FileBlock | AudioBlock | ToolResultBlock | OpaqueBlock;
export type AssistantBlock =
  | TextBlock
  | ReasoningBlock
  | PictureBlock
  | RefusalBlock
  | ToolCallBlock
  | OpaqueBlock;
