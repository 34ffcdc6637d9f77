import { checkRules, type Rule } from '../chat-completions/check-numbers.ts';
import type { VendorError } from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';

const rules: Rule[] = [
  { name: 'max_output_tokens', kind: 'integer', min: 16, max: Number.MAX_SAFE_INTEGER },
  { name: 'max_tool_calls', kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER },
  { name: 'temperature', kind: 'decimal', min: 0, max: 2 },
  { name: 'top_p', kind: 'decimal', min: 0, max: 1 },
  { name: 'top_logprobs', kind: 'integer', min: 0, max: 20 },
];

/** The first number of the request that is none or out of its range; null counts as absent. */
export function checkNumbers(body: JsonRecord): VendorError | null {
  return checkRules(rules, body);
}
