import { budgetOf, effortOf } from '../../../canon/effort.ts';
import type { Losses } from '../../../canon/losses.ts';
import {
  type CanonRequest,
  type Effort,
  efforts,
  type Reasoning,
  type Turn,
} from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';

export interface WrittenThinking {
  thinking?: JsonRecord | undefined;
  effort?: string | undefined;
  /** Other options must make room for it. */
  isOn: boolean;
}

const minBudget = 1_024;
/** What thinking may take of the bound on output, where the client did not say it in tokens. */
const maxShare = 0.8;

/**
 * Asks for thinking in the way that the model knows. What the client demands firmly wins over it: the bound on output,
 * within which the budget must stay, and a call that must be made.
 */
export function writeThinking(
  { reasoning, toolChoice, turns }: Pick<CanonRequest, 'reasoning' | 'toolChoice' | 'turns'>,
  maxTokens: number,
  traits: ModelTraits,
  losses: Losses,
): WrittenThinking {
  if (!reasoning) return { isOn: false };
  if (isOff(reasoning)) return writeOff(traits, losses);
  const usesBudget =
    traits.thinking === 'budget' || (traits.thinking === 'either' && reasoning.budgetTokens !== undefined);
  const budget = usesBudget ? toBudget(reasoning, maxTokens) : undefined;
  const cannot =
    traits.thinking === 'none' ||
    toolChoice?.kind === 'any' ||
    toolChoice?.kind === 'tool' ||
    (budget !== undefined && (budget < minBudget || resumesWithoutThinking(turns)));
  if (cannot) {
    losses.drop('reasoning');
    return writeOff(traits, losses);
  }
  if (budget === undefined ? reasoning.budgetTokens !== undefined : budget !== reasoning.budgetTokens)
    losses.approximate('reasoning');
  return {
    isOn: true,
    thinking: {
      ...(budget === undefined ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: budget }),
      ...displayOf(reasoning, budget),
    },
    effort: writeEffort(toEffort(reasoning, budget), traits, losses),
  };
}

/** With a budget, showing thoughts is what is done anyway. */
function displayOf({ isShown }: Reasoning, budget: number | undefined): JsonRecord {
  if (isShown === undefined || (isShown && budget !== undefined)) return {};
  return { display: isShown ? 'summarized' : 'omitted' };
}

function isOff({ effort, budgetTokens }: Reasoning): boolean {
  return budgetTokens === undefined ? effort === 'none' : budgetTokens <= 0;
}

/** Some models think unless they are told not to, and some whatever they are told. */
function writeOff({ off }: ModelTraits, losses: Losses): WrittenThinking {
  if (off === 'unsaid') return { isOn: false };
  if (off !== 'never') return { isOn: false, thinking: { type: off } };
  losses.approximate('reasoning');
  return { isOn: true, effort: 'low' };
}

function toBudget({ budgetTokens, effort = 'medium' }: Reasoning, maxTokens: number): number {
  const atMost = Math.floor(maxTokens * maxShare);
  if (budgetTokens === undefined) return Math.min(budgetOf(effort), atMost);
  return budgetTokens < maxTokens ? Math.max(budgetTokens, minBudget) : atMost;
}

function toEffort({ effort, budgetTokens }: Reasoning, budget: number | undefined): Effort | undefined {
  return budget === undefined && effort === undefined && budgetTokens !== undefined
    ? effortOf(budgetTokens)
    : effort;
}

function writeEffort(
  effort: Effort | undefined,
  { efforts: known }: ModelTraits,
  losses: Losses,
): string | undefined {
  if (effort === undefined || known.length === 0) return undefined;
  const word = known.findLast((one) => efforts.indexOf(one) <= efforts.indexOf(effort)) ?? known[0];
  if (word !== effort) losses.approximate('reasoning');
  return word;
}

/**
 * With a budget, a turn that goes on, after its calls or its first words, must have begun with thinking, as the vendor signed it. Behind
 * results the model does not think again, so its later calls have none.
 */
function resumesWithoutThinking(turns: readonly Turn[]): boolean {
  const asked = turns.findLastIndex(
    ({ from, blocks }) => from === 'user' && blocks[0]?.kind !== 'tool-result',
  );
  const begun = turns.slice(asked + 1).find(({ from }) => from === 'assistant');
  return begun !== undefined && begun.blocks[0]?.kind !== 'reasoning';
}
