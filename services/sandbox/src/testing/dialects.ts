import type { TestSandbox } from './start-sandbox.ts';
import { ask } from './start-sandbox.ts';

/** How tests speak one dialect without its SDK. */
export interface TestDialect {
  name: string;
  /** The text that model says back, streamed or not. */
  send(sandbox: TestSandbox, model: string, text: string, isStream: boolean): Promise<Response>;
  /** What one frame or a whole body says. */
  textOf(json: string): string;
  /** What only the end of a stream holds. */
  end: string;
  /** A member of every usage. */
  usageName: string;
  /** What usage says that nothing was said; empty where such a count is left out. */
  zeroOutput: string;
}

/** The text at that path through the JSON; empty when there is none. */
function textAt(json: string, ...path: (string | number)[]): string {
  let value: unknown = JSON.parse(json);
  for (const step of path) value = Object(value)[step];
  return typeof value === 'string' ? value : '';
}

export const testDialects: TestDialect[] = [
  {
    name: 'chat-completions',
    send: ({ post }, model, text, isStream) => {
      const options = isStream ? { stream: true, stream_options: { include_usage: true } } : {};
      return post('/v1/chat/completions', { ...ask(text), model, ...options });
    },
    textOf: (json) =>
      textAt(json, 'choices', 0, 'delta', 'content') || textAt(json, 'choices', 0, 'message', 'content'),
    end: '[DONE]',
    usageName: 'prompt_tokens',
    zeroOutput: '"completion_tokens":0',
  },
  {
    name: 'messages',
    send: ({ post }, model, text, stream) =>
      post('/v1/messages', { ...ask(text), model, max_tokens: 10_000_000, stream }, version),
    textOf: (json) => textAt(json, 'delta', 'text') || textAt(json, 'content', 0, 'text'),
    end: 'message_stop',
    usageName: 'input_tokens',
    zeroOutput: '"output_tokens":0',
  },
  {
    name: 'generate-content',
    send: ({ post }, model, text, isStream) => {
      const action = isStream ? 'streamGenerateContent?alt=sse&key=sk-test' : 'generateContent?key=sk-test';
      return post(`/v1beta/models/${model}:${action}`, { contents: [{ parts: [{ text }] }] });
    },
    textOf: (json) => textAt(json, 'candidates', 0, 'content', 'parts', 0, 'text'),
    end: 'finishReason',
    usageName: 'promptTokenCount',
    zeroOutput: '',
  },
  {
    name: 'responses',
    send: ({ post }, model, input, stream) => post('/v1/responses', { model, input, stream }),
    textOf: (json) => textAt(json, 'delta') || textAt(json, 'output', 0, 'content', 0, 'text'),
    end: 'response.completed',
    usageName: 'input_tokens',
    zeroOutput: '"output_tokens":0',
  },
];

const version = { 'anthropic-version': '2023-06-01' };
