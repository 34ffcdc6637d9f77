import { ApiError } from './api-error.ts';
import { askModels, readMessage } from './public.ts';
import { readEvents } from './read-events.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ChatRequest extends Record<string, unknown> {
  model: string;
  messages: ChatMessage[];
  temperature?: number;
  max_tokens?: number;
}

/** What comes of an answer. */
export type ChatEvent =
  | { type: 'request'; id: string }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'usage'; input: number; output: number };

/** The body of a streamed request: its usage is asked for as well. */
export function toStreamed(request: ChatRequest): ChatRequest {
  return { ...request, stream: true, stream_options: { include_usage: true } };
}

/** Asks a model, and gives its answer as it comes; one that breaks off is an `ApiError`. */
export async function* streamChat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const { body, headers } = await askModels('/pg/chat/completions', { body: toStreamed(request), signal });
  const id = headers.get('x-request-id');
  if (id) yield { type: 'request', id };
  if (!body) throw new ApiError('unreadable', 'The answer is empty.');
  let isWhole = false;
  try {
    for await (const { data } of readEvents(body)) {
      isWhole = data === '[DONE]';
      if (!isWhole) yield* readChunk(data);
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    throw new ApiError('unreachable', 'The answer broke off.', { cause });
  }
  if (!isWhole) throw new ApiError('unreachable', 'The answer broke off.');
}

interface Chunk {
  choices?: {
    delta?: { content?: string | null; reasoning_content?: string | null; refusal?: string | null };
  }[];
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** What one event of a stream says; an error within it is thrown. */
export function readChunk(data: string): ChatEvent[] {
  const chunk: Chunk = parse(data);
  const message = readMessage(chunk);
  if (message !== '') throw new ApiError('refused', message);
  const events: ChatEvent[] = [];
  for (const { delta } of chunk.choices ?? []) {
    if (delta?.reasoning_content) events.push({ type: 'reasoning', text: delta.reasoning_content });
    const text = delta?.content || delta?.refusal;
    if (text) events.push({ type: 'text', text });
  }
  const { usage } = chunk;
  if (usage) events.push({ type: 'usage', input: usage.prompt_tokens, output: usage.completion_tokens });
  return events;
}

function parse(data: string): Chunk {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ApiError('unreadable', 'An event could not be read.', { cause });
  }
}
