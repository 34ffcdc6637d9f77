import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { anyOf, flag, list, number, open, type Schema, second, text, whole } from '../schema.ts';
import { jsonOrEvents, optional, type RouteWords } from './route-words.ts';

const model = text('One of the models that GET /v1/models lists', { example: 'gpt-4o-mini' });
const stream = flag('Answer in server-sent events');
const tools = list(open(), 'Functions that the model may call');

const chatMessage = open(
  {
    role: text(undefined, { enum: ['system', 'developer', 'user', 'assistant', 'tool'], example: 'user' }),
    content: anyOf(text(undefined, { example: 'Hello' }), list(open({ type: text() }))),
  },
  ['role', 'content'],
);

const chatUsage = open({ prompt_tokens: whole(), completion_tokens: whole(), total_tokens: whole() });

const chatBody = open(
  {
    model,
    messages: list(chatMessage),
    stream,
    stream_options: open({ include_usage: flag('A last chunk says what was used') }),
    max_completion_tokens: whole('The most tokens of the answer, those of reasoning included'),
    max_tokens: whole('The most tokens of the answer'),
    temperature: number(),
    top_p: number(),
    reasoning_effort: text('How long the model may think', {
      enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    }),
    response_format: open({ type: text() }),
    tools,
    tool_choice: anyOf(text(), open()),
  },
  ['model', 'messages'],
);

const chatAnswer = open(
  {
    id: text(),
    object: text(undefined, { const: 'chat.completion' }),
    created: second('When it was made'),
    model: text(),
    choices: list(open({ index: whole(), message: open(), finish_reason: text() })),
    usage: chatUsage,
  },
  ['choices'],
);

const responsesBody = open(
  {
    model,
    input: anyOf(text(undefined, { example: 'Hello' }), list(open())),
    instructions: text('What the model is told before all else'),
    previous_response_id: text('The response that this one goes on from, of the same key'),
    stream,
    max_output_tokens: whole(),
    reasoning: open({ effort: text() }),
    text: open({ format: open() }),
    tools,
    store: flag(),
    metadata: open(),
  },
  ['model'],
);

const responsesAnswer = open(
  {
    id: text(),
    object: text(undefined, { const: 'response' }),
    created_at: second('When it was made'),
    status: text(),
    model: text(),
    output: list(open({ type: text() })),
    usage: open({ input_tokens: whole(), output_tokens: whole(), total_tokens: whole() }),
  },
  ['output'],
);

const messagesBody = open(
  {
    model,
    max_tokens: whole('The most tokens of the answer', { example: 1024 }),
    messages: list(
      open(
        {
          role: text(undefined, { enum: ['user', 'assistant'] }),
          content: anyOf(text(undefined, { example: 'Hello' }), list(open({ type: text() }))),
        },
        ['role', 'content'],
      ),
    ),
    system: anyOf(text(), list(open())),
    stream,
    temperature: number(),
    stop_sequences: list(text()),
    thinking: open({ type: text() }),
    tools,
    tool_choice: open({ type: text() }),
  },
  ['model', 'max_tokens', 'messages'],
);

const messagesAnswer = open(
  {
    id: text(),
    type: text(undefined, { const: 'message' }),
    role: text(undefined, { const: 'assistant' }),
    model: text(),
    content: list(open({ type: text() })),
    stop_reason: text(),
    usage: open({ input_tokens: whole(), output_tokens: whole() }),
  },
  ['content'],
);

const nativeContent = open(
  {
    role: text(undefined, { enum: ['user', 'model'] }),
    parts: list(open({ text: text(undefined, { example: 'Hello' }) }, ['text'])),
  },
  ['parts'],
);

export const nativeBody = open(
  {
    contents: list(nativeContent),
    systemInstruction: nativeContent,
    generationConfig: open({ temperature: number(), topP: number(), maxOutputTokens: whole() }),
    safetySettings: list(open({ category: text(), threshold: text() })),
    tools,
    toolConfig: open(),
  },
  ['contents'],
);

const nativeAnswer = open(
  {
    candidates: list(open({ content: nativeContent, finishReason: text() })),
    usageMetadata: open({
      promptTokenCount: whole(),
      candidatesTokenCount: whole(),
      totalTokenCount: whole(),
    }),
  },
  ['candidates'],
);

/** Generating text, in each style that clients ask in. */
export const generateWords: Record<ClientDialect, RouteWords> = {
  [Dialect.CHAT_COMPLETIONS]: words('Chat completions', 'Answers a chat', chatBody, chatAnswer),
  [Dialect.RESPONSES]: words('Responses', 'Makes a response', responsesBody, responsesAnswer),
  [Dialect.MESSAGES]: words('Messages', 'Answers messages', messagesBody, messagesAnswer),
  [Dialect.GENERATE_CONTENT]: words('Generate content', 'Generates content', nativeBody, nativeAnswer),
};

/** The path of the native style that asks for a stream. */
export const streamWords: RouteWords = {
  ...generateWords[Dialect.GENERATE_CONTENT],
  summary: 'Generates content in a stream',
  query: optional({ alt: text('sse for server-sent events; one JSON array else', { enum: ['sse'] }) }),
  answer: jsonOrEvents('What the model answered, in parts', list(nativeAnswer)),
};

export const compactBody = responsesBody;
export const compactAnswer = open(
  { ...responsesAnswer.properties, object: text(undefined, { const: 'response.compaction' }) },
  ['output'],
);
export const countedMessages = open({ model, messages: messagesBody.properties?.messages ?? list(open()) }, [
  'model',
  'messages',
]);

export type ClientDialect = Exclude<Dialect, typeof Dialect.UNSPECIFIED>;

function words(tag: RouteWords['tag'], summary: string, body: Schema, answer: Schema): RouteWords {
  const description = `${summary}. Every upstream serves this style: what it does not speak is converted.`;
  return {
    tag,
    summary,
    description,
    body: { 'application/json': body },
    answer: jsonOrEvents('What the model answered', answer),
  };
}
