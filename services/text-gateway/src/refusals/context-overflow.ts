/** By this code clients of OpenAI know that a conversation is too long for its model, and shorten it. */
export const contextOverflow = 'context_length_exceeded';

/**
 * How those say so who have no code for it, or one that means more. Source: the messages that clients of several vendors know it
 * by, as pi's `packages/ai/src/utils/overflow.ts` and Claude Code.
 */
const overflowWords: readonly RegExp[] = [
  // Anthropic; Bedrock puts words of its own before those of a model.
  /^(?:The model returned the following errors: )?(?:prompt is too long|input length and `max_tokens` exceed context limit)/,
  /^(?:The model returned the following errors: )?Input is too long for requested model/,
  // Google, and Vertex.
  /^The input token count (?:\(\d+\) )?exceeds the maximum number of tokens allowed/,
  /^Unable to submit request because the input token count is \d/,
  // OpenAI, DeepSeek, vLLM; OpenRouter; xAI.
  /^This (?:model|endpoint)'s maximum (?:context|prompt) length is \d/,
  /^You passed \d+ input tokens and requested \d/,
  // Alibaba, MiniMax, Mistral, Moonshot.
  /^(?:<400> )?(?:InternalError\.Algo\.InvalidParameter: )?Range of input length should be \[/,
  /^invalid params, context window exceeds limit/,
  /^Prompt contains \d+ tokens.{0,40} too large for model with \d+ maximum context length/,
  /^(?:Invalid request: )?Your request exceeded model token limit/,
  // llama.cpp, Ollama, SGLang.
  /^(?:the )?request (?:\(\d+ tokens\) )?exceeds the available context size/,
  /^prompt too long; exceeded (?:max )?context length/,
  /^The input \(\d+ tokens\) is longer than the model's context length/,
];

/** Whether an upstream says of a request that it is too long for the model. */
export function isContextOverflow(message: string): boolean {
  return overflowWords.some((words) => words.test(message));
}
