import { cleanText } from '../call/clean-message.ts';
import { asText, type Json } from '../call/json.ts';
import type { Task } from '../task/task.ts';

/**
 * The line of a description, or of a shorter prompt, that a button makes a picture of: the vendor alone knows which, and says
 * it as it opens the window. Every other window stands filled in with the prompt of what it goes on from.
 */
export function readLine(action: string, { finalPrompt }: Json): { line?: string } {
  const line = action === 'IMAGINE' ? asText(finalPrompt) : undefined;
  return line === undefined ? {} : { line };
}

/** As clients may read it; undefined where a task has none. */
export function showLine(task: Pick<Task, 'upstreamState'>): string | undefined {
  const line = lineOf(task);
  return line === undefined ? undefined : cleanText(line);
}

/** As the vendor said it, with addresses that the picture may need; undefined where a task has none. */
export function lineOf({ upstreamState }: Pick<Task, 'upstreamState'>): string | undefined {
  return asText(upstreamState.line);
}
