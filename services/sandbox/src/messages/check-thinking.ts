// Other dialects have no rules about reasoning and what may stand beside it.
import { asRecord, type JsonRecord } from '../json-record.ts';
import type { Turn } from './read-messages.ts';
import { invalid, missing, type VendorError, wrongType, wrongValue } from './vendor-error.ts';

const types = ['adaptive', 'disabled', 'enabled'] as const;
const leastBudget = 1024;

/** Whether the request asks for thinking; what is wrong with it is found by `checkThinking`. */
export function wantsThinking(body: JsonRecord): boolean {
  const type = asRecord(body.thinking)?.type;
  return type === 'enabled' || type === 'adaptive';
}

export function checkThinking(body: JsonRecord, turns: Turn[]): VendorError | null {
  if ((body.thinking ?? null) === null) return null;
  const thinking = asRecord(body.thinking);
  if (!thinking) return wrongType('thinking', 'dictionary');
  if (!types.some((type) => type === thinking.type)) return wrongValue('thinking.type', types);
  if (thinking.type === 'disabled') return null;
  const choice = asRecord(body.tool_choice)?.type;
  if (choice === 'any' || choice === 'tool') {
    return invalid('Thinking may not be enabled when tool_choice forces tool use.');
  }
  return checkSampling(body) ?? (thinking.type === 'enabled' ? checkEnabled(thinking, body, turns) : null);
}

function checkSampling({ temperature, top_k: topK }: JsonRecord): VendorError | null {
  if ((temperature ?? 1) !== 1)
    return invalid('`temperature` may only be set to 1 when thinking is enabled.');
  return (topK ?? null) === null ? null : invalid('`top_k` must be unset when thinking is enabled.');
}

function checkEnabled(thinking: JsonRecord, body: JsonRecord, turns: Turn[]): VendorError | null {
  const { budget_tokens: budget } = thinking;
  const path = 'thinking.enabled.budget_tokens';
  if (budget === undefined) return missing(path);
  if (typeof budget !== 'number' || !Number.isInteger(budget)) return wrongType(path, 'integer');
  if (budget < leastBudget)
    return invalid(`${path}: Input should be greater than or equal to ${leastBudget}`);
  if (typeof body.max_tokens === 'number' && budget >= body.max_tokens) {
    return invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  return checkLastCalls(turns);
}

/** While tools are being called, the thinking with which the turn began must be there. Behind results models think no more. */
function checkLastCalls(turns: Turn[]): VendorError | null {
  const isResult = ({ blocks }: Turn) => blocks.some(({ type }) => type === 'tool_result');
  const asked = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  const index = turns.findIndex(({ role }, place) => role === 'assistant' && place > asked);
  const first = turns[index]?.blocks[0]?.type;
  if (first === undefined || first === 'thinking' || !turns.slice(index + 1).some(isResult)) return null;
  return invalid(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. ` +
      'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the ' +
      'lastmost set of `tool_use` and `tool_result` blocks).',
  );
}
