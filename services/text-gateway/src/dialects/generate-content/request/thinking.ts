/** `thinkingConfig`: a level or a budget, never both. */
import { budgetOf, effortOf } from '../../../canon/effort.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Effort, Reasoning } from '../../../canon/request.ts';
import {
  compact,
  invalid,
  type JsonRecord,
  optionalFlag,
  optionalText,
  optionalWhole,
  readWord,
} from '../../../json/read.ts';
import { type Level, levels, type Thinking } from '../model-traits.ts';
import { optionalMembers } from '../wire/members.ts';

const efforts: Record<Level, Effort> = { MINIMAL: 'minimal', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' };
/** Google's SDK has a further one, and no documentation says which models take it: it is read, and not written. */
const asked = { ...efforts, XHIGH: 'xhigh' } as const;
const askedLevels = [...levels, 'XHIGH'] as const;

/** The model decides by itself how much to think. */
const dynamicBudget = -1;

export function decodeThinking(value: unknown, path: string): Reasoning | undefined {
  const config = optionalMembers(value, path);
  if (!config) return undefined;
  const budget = optionalWhole(config.thinkingBudget, `${path}.thinkingBudget`);
  const word = optionalText(config.thinkingLevel, `${path}.thinkingLevel`)?.toUpperCase();
  const isShown = optionalFlag(config.includeThoughts, `${path}.includeThoughts`);
  const isLevel = word !== undefined && word !== 'THINKING_LEVEL_UNSPECIFIED';
  if (isLevel && budget !== undefined) {
    throw invalid(path, 'takes thinkingLevel or thinkingBudget, not both');
  }
  if (budget !== undefined && budget < dynamicBudget) {
    throw invalid(`${path}.thinkingBudget`, `must be ${dynamicBudget} or more`);
  }
  return {
    ...(isLevel && { effort: asked[readWord(word, `${path}.thinkingLevel`, askedLevels)] }),
    ...(budget === dynamicBudget && { effort: 'medium' }),
    ...(budget !== undefined && budget >= 0 && { budgetTokens: budget }),
    ...(isShown !== undefined && { isShown }),
  };
}

export function encodeThinking(
  reasoning: Reasoning | undefined,
  thinking: Thinking,
  losses: Losses,
): JsonRecord | undefined {
  if (!reasoning) return undefined;
  if (thinking.kind === 'none') {
    if (reasoning.effort !== 'none' && reasoning.budgetTokens !== 0) losses.drop('reasoning');
    return undefined;
  }
  const config = compact({ includeThoughts: reasoning.isShown, ...amountOf(reasoning, thinking, losses) });
  return Object.keys(config).length > 0 ? config : undefined;
}

function amountOf(
  { effort, budgetTokens }: Reasoning,
  thinking: Exclude<Thinking, { kind: 'none' }>,
  losses: Losses,
): JsonRecord {
  if (thinking.kind === 'budget') {
    const wanted = budgetTokens ?? (effort && budgetOf(effort));
    if (wanted === undefined) return {};
    const budget = wanted === 0 ? thinking.off : Math.min(Math.max(wanted, thinking.min), thinking.max);
    if (budget !== budgetTokens) losses.approximate('reasoning');
    return { thinkingBudget: budget };
  }
  if (thinking.kind === 'either' && effort === undefined) return { thinkingBudget: budgetTokens };
  const wanted = effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens));
  if (wanted === undefined) return {};
  const level = levelOf(wanted, thinking.kind === 'level' ? thinking.levels : levels);
  if (efforts[level] !== effort) losses.approximate('reasoning');
  return { thinkingLevel: level };
}

/** The first level that is not below what is wanted, or the highest there is. */
function levelOf(effort: Effort, taken: readonly Level[]): Level {
  return taken.find((level) => budgetOf(efforts[level]) >= budgetOf(effort)) ?? 'HIGH';
}
