import type { Effort } from './request.ts';

/**
 * The words for how much a model may think, and the numbers of tokens that other dialects have instead. A word stands
 * for the budget beside it, a budget for the first word whose budget holds it.
 */
const budgets: readonly [Effort, number][] = [
  ['none', 0],
  ['minimal', 1_024],
  ['low', 2_048],
  ['medium', 8_192],
  ['high', 24_576],
  ['xhigh', 65_536],
  // Whoever knows no such word has nothing above the one before it.
  ['max', 65_536],
];

export function budgetOf(effort: Effort): number {
  return budgets.find(([word]) => word === effort)?.[1] ?? 0;
}

export function effortOf(budgetTokens: number): Effort {
  return budgets.find(([, budget]) => budgetTokens <= budget)?.[0] ?? 'xhigh';
}
