/** The official SDKs behind one face: one question, the calls it led to, and the turn that answers them. */
import Anthropic from '@anthropic-ai/sdk';
import { type Content, FunctionCallingConfigMode, GoogleGenAI, type Part } from '@google/genai';
import OpenAI from 'openai';

/** What one turn of the model said, and how the conversation goes on. */
export interface Said {
  text: string;
  reasoning: string;
  calls: { id: string; name: string; args: unknown }[];
  inputTokens: number;
  outputTokens: number;
  model: string;
  /** Sends the results of the calls, with everything that came before as it came. */
  answer(results: readonly string[]): Promise<Said>;
}

export interface Question {
  model: string;
  text: string;
  /** With two tools, `get_weather` and `get_time`. */
  hasTools?: boolean;
  thinks?: boolean;
}

export interface SdkClient {
  name: string;
  ask(question: Question, isStreamed: boolean): Promise<Said>;
}

const parameters = { type: 'object', properties: { city: { type: 'string' } } } as const;
const toolNames = ['get_weather', 'get_time'] as const;
const maxTokens = 8_000;

export function createSdkClients(baseUrl: string, apiKey: string): SdkClient[] {
  const openai = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl, apiVersion: 'v1beta' } });
  return [chatCompletions(openai), responses(openai), messages(anthropic), generateContent(google)];
}

function chatCompletions(client: OpenAI): SdkClient {
  type Message = OpenAI.Chat.ChatCompletionMessageParam;

  async function turn(question: Question, history: Message[], isStreamed: boolean): Promise<Said> {
    const request = {
      model: question.model,
      messages: history,
      ...(question.hasTools && {
        tools: toolNames.map((name) => ({ type: 'function' as const, function: { name, parameters } })),
      }),
      ...(question.thinks && { reasoning_effort: 'low' as const }),
    };
    const completion = isStreamed
      ? await client.chat.completions
          .stream({ ...request, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await client.chat.completions.create(request);
    const message = completion.choices[0]?.message;
    if (!message) throw new Error('no message came');
    const { reasoning_content: reasoning = '' } = message as { reasoning_content?: string };
    const calls = (message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, name: call.function.name, args: JSON.parse(call.function.arguments) }]
        : [],
    );
    return {
      text: message.content ?? '',
      reasoning,
      calls,
      inputTokens: completion.usage?.prompt_tokens ?? 0,
      outputTokens: completion.usage?.completion_tokens ?? 0,
      model: completion.model,
      answer: (results) =>
        turn(
          question,
          [
            ...history,
            message as Message,
            ...calls.map(({ id }, index) => ({
              role: 'tool' as const,
              tool_call_id: id,
              content: results[index] ?? '',
            })),
          ],
          isStreamed,
        ),
    };
  }

  return {
    name: 'chat completions',
    ask: (question, isStreamed) => turn(question, [{ role: 'user', content: question.text }], isStreamed),
  };
}

function responses(client: OpenAI): SdkClient {
  type Item = OpenAI.Responses.ResponseInputItem;

  async function turn(question: Question, input: Item[], isStreamed: boolean): Promise<Said> {
    const request = {
      model: question.model,
      input,
      store: false,
      include: ['reasoning.encrypted_content' as const],
      ...(question.hasTools && {
        tools: toolNames.map((name) => ({ type: 'function' as const, name, parameters, strict: false })),
      }),
      ...(question.thinks && { reasoning: { effort: 'low' as const, summary: 'auto' as const } }),
    };
    const response = isStreamed
      ? await client.responses.stream(request).finalResponse()
      : await client.responses.create(request);
    const calls = response.output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, args: JSON.parse(item.arguments) }]
        : [],
    );
    const thoughts = response.output.flatMap((item) =>
      item.type === 'reasoning' ? item.summary.map(({ text }) => text) : [],
    );
    return {
      text: response.output_text,
      reasoning: thoughts.join(''),
      calls,
      inputTokens: response.usage?.input_tokens ?? 0,
      outputTokens: response.usage?.output_tokens ?? 0,
      model: response.model,
      answer: (results) =>
        turn(
          question,
          [
            ...input,
            ...(response.output as Item[]),
            ...calls.map(({ id }, index) => ({
              type: 'function_call_output' as const,
              call_id: id,
              output: results[index] ?? '',
            })),
          ],
          isStreamed,
        ),
    };
  }

  return {
    name: 'responses',
    ask: (question, isStreamed) => turn(question, [{ role: 'user', content: question.text }], isStreamed),
  };
}

function messages(client: Anthropic): SdkClient {
  async function turn(
    question: Question,
    history: Anthropic.MessageParam[],
    isStreamed: boolean,
  ): Promise<Said> {
    const request = {
      model: question.model,
      max_tokens: maxTokens,
      messages: history,
      ...(question.hasTools && { tools: toolNames.map((name) => ({ name, input_schema: parameters })) }),
      ...(question.thinks && { thinking: { type: 'enabled' as const, budget_tokens: 2_000 } }),
    };
    const message = isStreamed
      ? await client.messages.stream(request).finalMessage()
      : await client.messages.create(request);
    const { content, usage } = message;
    const calls = content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input }] : [],
    );
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
      calls,
      inputTokens: usage.input_tokens + (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
      model: message.model,
      answer: (results) =>
        turn(
          question,
          [
            ...history,
            { role: 'assistant', content },
            {
              role: 'user',
              content: calls.map(({ id }, index) => ({
                type: 'tool_result' as const,
                tool_use_id: id,
                content: results[index] ?? '',
              })),
            },
          ],
          isStreamed,
        ),
    };
  }

  return {
    name: 'messages',
    ask: (question, isStreamed) => turn(question, [{ role: 'user', content: question.text }], isStreamed),
  };
}

function generateContent(client: GoogleGenAI): SdkClient {
  async function turn(question: Question, contents: Content[], isStreamed: boolean): Promise<Said> {
    const functionDeclarations = toolNames.map((name) => ({ name, parametersJsonSchema: parameters }));
    const request = {
      model: question.model,
      contents,
      config: {
        ...(question.hasTools && {
          tools: [{ functionDeclarations }],
          toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } },
        }),
        ...(question.thinks && { thinkingConfig: { includeThoughts: true, thinkingBudget: 2_000 } }),
      },
    };
    const chunks = isStreamed
      ? await Array.fromAsync(await client.models.generateContentStream(request))
      : [await client.models.generateContent(request)];
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    const said = (isThought: boolean): string =>
      parts.map(({ text = '', thought = false }) => (thought === isThought ? text : '')).join('');
    const calls = parts.flatMap(({ functionCall }) =>
      functionCall
        ? [{ id: functionCall.id ?? '', name: functionCall.name ?? '', args: functionCall.args }]
        : [],
    );
    const usage = chunks.at(-1)?.usageMetadata;
    return {
      text: said(false),
      reasoning: said(true),
      calls,
      inputTokens: usage?.promptTokenCount ?? 0,
      outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
      model: chunks.at(-1)?.modelVersion ?? '',
      answer: (results) =>
        turn(
          question,
          [
            ...contents,
            { role: 'model', parts },
            { role: 'user', parts: calls.map((call, index) => resultOf(call, results[index] ?? '')) },
          ],
          isStreamed,
        ),
    };
  }

  return {
    name: 'generateContent',
    ask: (question, isStreamed) =>
      turn(question, [{ role: 'user', parts: [{ text: question.text }] }], isStreamed),
  };
}

function resultOf({ id, name }: { id: string; name: string }, result: string): Part {
  return { functionResponse: { ...(id && { id }), name, response: { result } } };
}
