import { type Effort, efforts, type Reasoning } from '../../../canon/request.ts';
import { isRecord, type JsonRecord, optionalFlag, optionalWhole, readWord } from '../../../json/read.ts';

/** Members that OpenAI does not have: objects of relays and of other vendors whose clients speak this dialect. */
export const reasoningObjects: ReadonlySet<string> = new Set(['reasoning', 'thinking']);

/**
 * How much is to be thought: by OpenAI's word, or else by one of the objects. Thoughts that a client asked for are shown to it where
 * the upstream shows them.
 *
 * Sources: https://openrouter.ai/docs/use-cases/reasoning-tokens (`reasoning`), https://docs.anthropic.com/en/api/openai-sdk and
 * https://api-docs.deepseek.com/guides/thinking_mode (`thinking`).
 */
export function decodeReasoning(body: JsonRecord): Reasoning | undefined {
  const effort = readEffort(body.reasoning_effort, 'reasoning_effort');
  if (effort !== undefined) return shown({ effort });
  return readReasoning(body.reasoning) ?? readThinking(body.thinking);
}

/** That thoughts are left out alone does not ask for any. */
function readReasoning(reasoning: unknown): Reasoning | undefined {
  if (!isRecord(reasoning)) return undefined;
  const effort = readEffort(reasoning.effort, 'reasoning.effort');
  const budgetTokens = optionalWhole(reasoning.max_tokens, 'reasoning.max_tokens');
  const isOn = optionalFlag(reasoning.enabled, 'reasoning.enabled');
  const isHidden = optionalFlag(reasoning.exclude, 'reasoning.exclude') ?? false;
  if (isOn === false) return { effort: 'none' };
  if (effort === undefined && budgetTokens === undefined && isOn === undefined) return undefined;
  return shown({ effort, budgetTokens }, !isHidden);
}

const modes = ['enabled', 'disabled', 'adaptive', 'between_tools', 'auto'] as const;

/** `auto` leaves it to the model, as does an object without a mode; the mode between calls no other dialect has. */
function readThinking(thinking: unknown): Reasoning | undefined {
  if (!isRecord(thinking)) return undefined;
  switch (readWord(thinking.type ?? 'auto', 'thinking.type', modes)) {
    case 'disabled':
      return { effort: 'none' };
    case 'enabled':
      return shown({ budgetTokens: optionalWhole(thinking.budget_tokens, 'thinking.budget_tokens') });
    case 'adaptive':
      return shown({});
    case 'between_tools':
    case 'auto':
      return undefined;
  }
}

function shown(reasoning: Reasoning, isShown = true): Reasoning {
  return reasoning.effort === 'none' ? reasoning : { ...reasoning, isShown };
}

function readEffort(word: unknown, path: string): Effort | undefined {
  if (word === undefined || word === null) return undefined;
  return readWord(word, path, efforts);
}
