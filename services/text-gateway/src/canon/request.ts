/** What a client asks for, in the one form that every dialect reads into and writes from. */
import type { AssistantBlock, CacheMark, TextBlock, UserBlock } from './blocks.ts';

export interface CanonRequest {
  /** The model as the client named it. */
  model: string;
  /** System texts in their order; of messages and responses those that come before anything else is said. */
  instructions: TextBlock[];
  /** User and assistant take turns: neighbours of one side are one turn, tool results first in it. */
  turns: Turn[];
  tools: Tool[];
  toolChoice?: ToolChoice | undefined;
  /** False: at most one call in an answer. */
  parallelToolCalls?: boolean | undefined;
  format?: OutputFormat | undefined;
  maxOutputTokens?: number | undefined;
  stop: string[];
  /** What the answer may hold, where the client asks for pictures. */
  modalities?: readonly Modality[] | undefined;
  sampling: Sampling;
  reasoning?: Reasoning | undefined;
  verbosity?: string | undefined;
  /** The client's own name for whoever it asks for. */
  endUser?: string | undefined;
  promptCacheKey?: string | undefined;
  /** OpenAI's: whether it marks by itself what its cache is to keep, and for how long. */
  promptCacheOptions?: Record<string, unknown> | undefined;
  /** OpenAI's word for the service tier that the client wants. */
  serviceTier?: string | undefined;
  /** What the answer is to begin with, before the model says anything. */
  echo?: string | undefined;
  stream: boolean;
  /** The client wants usage in its stream, where its dialect lets it choose. */
  includeUsage: boolean;
  /** The client speaks of calls as chat completions did before there were tools: one `function_call` in an answer. */
  legacyCalls?: boolean | undefined;
  /** Members without a canonical form, under their wire names: other dialects drop them and say so. */
  extras: Record<string, unknown>;
}

export type Turn = { from: 'user'; blocks: UserBlock[] } | { from: 'assistant'; blocks: AssistantBlock[] };

/** Tools of one subject; only responses have them. Its tools share one object. */
export interface ToolNamespace {
  name: string;
  description?: string | undefined;
}

export interface Tool {
  /** Of a tool in a namespace, `joinName` of both. */
  name: string;
  namespace?: ToolNamespace | undefined;
  description?: string | undefined;
  /** JSON schema of the arguments. */
  schema?: Record<string, unknown> | undefined;
  /**
   * The tool takes a text instead of arguments, which only OpenAI's protocols have ("custom tools"). The canon's calls of it
   * have the text as their argument `input`, so that every dialect can write them.
   */
  freeform?: InputFormat | undefined;
  /** The tool finds further tools, which its client then declares; only responses have it ("tool search"). */
  isSearch?: boolean | undefined;
  strict?: boolean | undefined;
  cache?: CacheMark | undefined;
}

/** What the text that a freeform tool takes may be. */
export type InputFormat = { kind: 'text' } | { kind: 'grammar'; syntax: GrammarSyntax; definition: string };

export const grammarSyntaxes = ['lark', 'regex'] as const;
export type GrammarSyntax = (typeof grammarSyntaxes)[number];

export type Modality = 'text' | 'image';

export type ToolChoice = { kind: 'auto' | 'none' | 'any' } | { kind: 'tool'; name: string };

export type OutputFormat =
  | { kind: 'json' }
  | {
      kind: 'schema';
      schema: Record<string, unknown>;
      name?: string | undefined;
      description?: string | undefined;
      strict?: boolean | undefined;
      /** The client asked for nothing more, since its own vendor enforces every schema. */
      isEnforced?: boolean | undefined;
    };

export interface Sampling {
  temperature?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  seed?: number | undefined;
  presencePenalty?: number | undefined;
  frequencyPenalty?: number | undefined;
}

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];
/** Without the newest, which few know. */
export const usualEfforts: readonly Effort[] = efforts.filter((effort) => effort !== 'max');

/** How much the model may think: a word or a number of tokens, as the client said it. */
export interface Reasoning {
  effort?: Effort | undefined;
  budgetTokens?: number | undefined;
  /** The client wants to read what was thought. */
  isShown?: boolean | undefined;
}
