import type { Effort, Reasoning } from '../../../canon/request.ts';
import {
  type JsonRecord,
  optionalRecord,
  optionalText,
  optionalWhole,
  readWord,
} from '../../../json/read.ts';

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How much the model may think: a mode, a budget, and a word that stands in one of two places. */
export function readThinking(body: JsonRecord, outputConfig: JsonRecord): Reasoning | undefined {
  const effort = readEffort(outputConfig.effort, 'output_config.effort') ?? readEffort(body.effort, 'effort');
  const thinking = optionalRecord(body.thinking, 'thinking');
  if (!thinking) return effort && { effort };
  switch (readWord(thinking.type, 'thinking.type', ['adaptive', 'between_tools', 'enabled', 'disabled'])) {
    case 'disabled':
      return { effort: 'none' };
    // No other dialect has it: what is left is the word for how much.
    case 'between_tools':
      return effort && { effort };
    case 'adaptive':
      return { effort, isShown: readDisplay(thinking) };
    case 'enabled': {
      const budgetTokens = optionalWhole(thinking.budget_tokens, 'thinking.budget_tokens');
      // With a budget, thoughts are shown unless the client says otherwise.
      return { effort, budgetTokens, isShown: readDisplay(thinking) ?? true };
    }
  }
}

function readEffort(value: unknown, path: string): Effort | undefined {
  const word = optionalText(value, path);
  if (word === undefined) return undefined;
  return readWord(word, path, efforts);
}

function readDisplay({ display }: JsonRecord): boolean | undefined {
  return display === undefined || display === null ? undefined : display === 'summarized';
}
