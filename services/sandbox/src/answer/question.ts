/** What one request asks, in no dialect's shape: every dialect reads its requests into this. */
export interface Question {
  messages: Message[];
  toolbox: Toolbox;
  /** Tokens of the prompt, from a dialect that counts them in its own way. */
  promptTokens?: number;
  allowsParallelCalls: boolean;
  format: Format;
  choices: number;
  /** What is said back is cut before the first of these words. */
  stop: string[];
  limitTokens: number | null;
  /** The answer begins with reasoning, even when no control asks for it. */
  reasons: boolean;
}

export interface Message {
  /** A `tool` message is the result of one call. */
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** All text parts, joined. */
  text: string;
  /** Images, sounds and files. */
  mediaParts: number;
  calls: MessageCall[];
  /** The call that a `tool` message answers. */
  callId: string | null;
}

export interface MessageCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
}

/** What the request offers and asks for. The sandbox knows tools that are functions, and no others. */
export interface Toolbox {
  tools: Tool[];
  choice: ToolChoice;
  /** Bytes of the tools' definitions as JSON; they are part of the prompt. */
  sizeBytes: number;
}

export interface Tool {
  name: string;
  /** A JSON schema. */
  parameters: unknown;
}

export type ToolChoice =
  | { type: 'none' }
  | { type: 'auto' }
  | { type: 'required' }
  | { type: 'named'; name: string };

export type Format = { type: 'text' } | { type: 'json_object' } | { type: 'json_schema'; schema: unknown };
