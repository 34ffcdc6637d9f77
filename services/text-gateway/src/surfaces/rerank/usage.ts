import { fromTotals, inputOf, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';
import { countInput } from '../json/count-input.ts';
import type { ReadMember } from '../json/read-answer.ts';

/**
 * Jina counts in `usage`, Cohere in `meta`, and OpenRouter what Cohere counts in `usage`: tokens, or searches, which are no
 * tokens: each is paid for as a call. Undefined when there is neither, or nothing but zeros: a query is never empty, and who
 * says zero does not know.
 */
export function decodeUsage(read: ReadMember): Usage | undefined {
  const [usage, meta] = [read('usage'), read('meta')].map((value) => (isRecord(value) ? value : {}));
  const billed = isRecord(meta?.billed_units) ? meta.billed_units : {};
  const tokens = isRecord(meta?.tokens) ? meta.tokens : {};
  const counted = countInput(usage);
  const counts = [counted && inputOf(counted), billed.input_tokens, billed.total_tokens, tokens.input_tokens];
  const input = counts.map(readCount).find((count) => count !== undefined && count > 0);
  const searches = readCount(billed.search_units) || readCount(usage?.search_units) || undefined;
  if (input === undefined && searches === undefined) return undefined;
  return { ...fromTotals({ input, output: 0 }), ...(searches && { calls: searches }) };
}
