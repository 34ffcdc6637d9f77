import { fromTotals, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';

/** Usage of what reads and writes nothing: a `usage` object in OpenAI's names; undefined when it is none. */
export function countInput(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const counts = [usage.prompt_tokens, usage.input_tokens, usage.total_tokens].map(readCount);
  const input = counts.find((count) => count !== undefined);
  return input === undefined ? undefined : fromTotals({ input, output: 0 });
}
