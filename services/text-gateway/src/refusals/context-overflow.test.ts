/** A conversation that is too long for its model: clients know it by a code of OpenAI's, or by Anthropic's words. */
import { describe, expect, test } from 'vitest';
import { judgeRefusal } from './upstream-fault.ts';

const secrets = { keys: [], hosts: [], upstreamModel: 'm', model: 'm' };
const told = (error: object, status = 400) =>
  judgeRefusal(status, {}, Buffer.from(JSON.stringify({ error })), secrets).fault;

const said: readonly [string, string][] = [
  ['Anthropic', 'prompt is too long: 215000 tokens > 200000 maximum'],
  [
    'Anthropic, with room for the answer',
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
  ],
  ['Bedrock', 'Input is too long for requested model.'],
  ['Bedrock, of a model', 'The model returned the following errors: Input is too long for requested model.'],
  [
    'Bedrock, of Claude',
    'The model returned the following errors: prompt is too long: 215000 tokens > 200000 maximum',
  ],
  ['Google', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
  [
    'Google, without a count',
    'The input token count exceeds the maximum number of tokens allowed (1048576).',
  ],
  [
    'Vertex',
    'Unable to submit request because the input token count is 135538 but model only supports up to 131072.',
  ],
  [
    'vLLM',
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4900 in the messages, 100 in the completion).",
  ],
  [
    'vLLM, later',
    "You passed 4097 input tokens and requested 100 output tokens. However, the model's context length is only 4096 tokens",
  ],
  [
    'OpenRouter',
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens",
  ],
  ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
  ['Alibaba', '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]'],
  ['MiniMax', 'invalid params, context window exceeds limit (2013)'],
  [
    'Mistral',
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  ],
  ['Moonshot', 'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)'],
  ['llama.cpp', 'the request exceeds the available context size, try increasing it'],
  [
    'llama.cpp, later',
    'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
  ],
  ['Ollama', 'prompt too long; exceeded max context length by 4 tokens'],
  ['SGLang', "The input (5000 tokens) is longer than the model's context length (4096 tokens)."],
];

describe('a prompt that is too long', () => {
  test.each(said)('has the code for it, in the words of %s', (_, message) => {
    expect(told({ type: 'invalid_request_error', code: 400, message })).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      message,
    });
  });

  test('is none where something else is refused', () => {
    const message = 'messages.1: the text "prompt is too long" may not be empty';
    expect(told({ type: 'invalid_request_error', message }).code).toBeUndefined();
    expect(told({ code: 'invalid_value', message: 'max_tokens is too large' }).code).toBe('invalid_value');
  });
});
