import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import type { World } from './world.ts';

/** A stream whose first piece has come. */
export interface BegunStream {
  /** The request's id. */
  id: string;
  /** Leaves as an impatient caller of the SDK does. */
  leave(): void;
}

export interface StreamQuestion {
  world: Pick<World, 'baseUrl'>;
  key: string;
  model: string;
  text: string;
  signal?: AbortSignal;
}

/** Asks for a stream with a dialect's official SDK, and waits for its first piece. */
export async function beginStream(client: string, question: StreamQuestion): Promise<BegunStream> {
  const abort = new AbortController();
  question.signal?.addEventListener('abort', () => abort.abort());
  let id = '';
  const noting: typeof fetch = async (...args) => {
    const answer = await fetch(...args);
    id = answer.headers.get('x-request-id') ?? '';
    return answer;
  };
  const stream = await open(client, question, abort.signal, noting);
  const first = await stream[Symbol.asyncIterator]().next();
  if (first.done) throw new Error('The stream ended before its first piece');
  return { id, leave: () => abort.abort() };
}

function open(
  client: string,
  { world, key, model, text }: StreamQuestion,
  signal: AbortSignal,
  noting: typeof fetch,
): Promise<AsyncIterable<unknown>> {
  const openai = new OpenAI({ apiKey: key, baseURL: `${world.baseUrl}/v1`, maxRetries: 0, fetch: noting });
  const messages = [{ role: 'user' as const, content: text }];
  switch (client) {
    case 'chat completions':
      return openai.chat.completions.create({ model, messages, stream: true }, { signal });
    case 'responses':
      return openai.responses.create({ model, input: text, stream: true }, { signal });
    case 'messages':
      return new Anthropic({
        apiKey: key,
        baseURL: world.baseUrl,
        maxRetries: 0,
        fetch: noting,
      }).messages.create({ model, messages, max_tokens: 8_000, stream: true }, { signal });
    case 'generateContent':
      return new GoogleGenAI({
        apiKey: key,
        httpOptions: { baseUrl: world.baseUrl, apiVersion: 'v1beta', fetch: noting },
      }).models.generateContentStream({ model, contents: text, config: { abortSignal: signal } });
    default:
      throw new Error(`There is no client ${client}`);
  }
}
