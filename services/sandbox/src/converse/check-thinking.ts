// The fields that go to the model alone, as Anthropic's models want them; other models may think by their own words.
import { asRecord, type JsonRecord } from '../json-record.ts';
import type { Turn } from './read-messages.ts';
import { invalid, type VendorError } from './vendor-error.ts';

const leastBudget = 1024;

/** Whether the request asks for thinking, in the words of any maker. */
export function wantsThinking(body: JsonRecord): boolean {
  const { thinking, reasoningConfig, reasoning_effort, reasoning } = fieldsOf(body);
  const type = asRecord(thinking)?.type;
  const isNova = asRecord(reasoningConfig)?.type === 'enabled';
  return type === 'enabled' || type === 'adaptive' || isNova || Boolean(reasoning_effort ?? reasoning);
}

export function saysThinking(body: JsonRecord): boolean {
  return fieldsOf(body).thinking !== undefined;
}

function fieldsOf(body: JsonRecord): JsonRecord {
  return asRecord(body.additionalModelRequestFields) ?? {};
}

export function checkThinking(body: JsonRecord, turns: Turn[]): VendorError | null {
  const fields = fieldsOf(body);
  if (fields.thinking === undefined) return null;
  const thinking = asRecord(fields.thinking);
  if (thinking?.type === 'disabled') return null;
  if (thinking?.type !== 'enabled' && thinking?.type !== 'adaptive')
    return byModel("thinking.type: Input should be 'adaptive', 'disabled' or 'enabled'");
  const choice = Object.keys(asRecord(asRecord(body.toolConfig)?.toolChoice) ?? {})[0];
  if (choice === 'any' || choice === 'tool')
    return byModel('Thinking may not be enabled when tool_choice forces tool use.');
  const config = asRecord(body.inferenceConfig) ?? {};
  if ((config.temperature ?? 1) !== 1)
    return byModel('`temperature` may only be set to 1 when thinking is enabled.');
  if (fields.top_k !== undefined) return byModel('`top_k` must be unset when thinking is enabled.');
  return thinking.type === 'enabled' ? checkEnabled(thinking, config, turns) : null;
}

function checkEnabled(thinking: JsonRecord, config: JsonRecord, turns: Turn[]): VendorError | null {
  const { budget_tokens: budget } = thinking;
  if (typeof budget !== 'number' || !Number.isInteger(budget) || budget < leastBudget)
    return byModel(`thinking.enabled.budget_tokens: Input should be greater than or equal to ${leastBudget}`);
  if (typeof config.maxTokens === 'number' && budget >= config.maxTokens)
    return byModel('`max_tokens` must be greater than `thinking.budget_tokens`.');
  return checkLastCalls(turns);
}

/** While tools are being called, the thinking with which the turn began must be there. Behind results models think no more. */
function checkLastCalls(turns: Turn[]): VendorError | null {
  const isResult = ({ blocks }: Turn) => blocks.some(({ type }) => type === 'toolResult');
  const asked = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  const index = turns.findIndex(({ role }, place) => role === 'assistant' && place > asked);
  const first = turns[index]?.blocks[0]?.type;
  if (first === undefined || first === 'reasoning' || !turns.slice(index + 1).some(isResult)) return null;
  return byModel(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. ` +
      'When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
  );
}

/** What the model behind the service says of a request. */
function byModel(message: string): VendorError {
  return invalid(`The model returned the following errors: ${message}`);
}
