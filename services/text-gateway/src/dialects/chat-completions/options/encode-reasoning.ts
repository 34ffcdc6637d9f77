import { effortOf } from '../../../canon/effort.ts';
import type { Losses } from '../../../canon/losses.ts';
import { type CanonRequest, type Effort, efforts, type Reasoning } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';
import { isForced } from '../tools/is-forced.ts';

const thinkingOff: JsonRecord = { thinking: { type: 'disabled' } };

/** The members that ask the model to think, or not to. */
export function encodeReasoning(request: CanonRequest, traits: ModelTraits, losses: Losses): JsonRecord {
  const { reasoning } = request;
  if (traits.forcedCalls === 'unthinking' && isForced(request)) {
    if (reasoning && wantedEffort(reasoning) !== 'none') losses.drop('effort');
    return thinkingOff;
  }
  if (!reasoning) return {};
  if (traits.thinking === 'object') return encodeObject(reasoning);
  // Upstreams show what they show: that it is hidden cannot be asked for.
  if (reasoning.isShown === false) losses.drop('isShown');
  const wanted = wantedEffort(reasoning);
  if (wanted === undefined) return {};
  if (traits.thinking === 'effort') return { reasoning_effort: encodeEffort(reasoning, traits, losses) };
  if (wanted === 'none') return thinkingOff;
  if (traits.thinking === 'switch') losses.approximate('effort');
  return {
    thinking: { type: 'enabled' },
    ...(traits.thinking === 'switch-and-effort' && {
      reasoning_effort: encodeEffort(reasoning, traits, losses),
    }),
  };
}

function encodeObject({ effort, budgetTokens, isShown }: Reasoning): JsonRecord {
  const exclude = isShown === false ? true : undefined;
  if (effort !== undefined) return { reasoning: compact({ effort, exclude }) };
  if (budgetTokens !== undefined) return { reasoning: compact({ max_tokens: budgetTokens, exclude }) };
  return { reasoning: exclude ? { exclude } : { enabled: true } };
}

function encodeEffort(reasoning: Reasoning, traits: ModelTraits, losses: Losses): string | undefined {
  const wanted = wantedEffort(reasoning);
  if (wanted === undefined) return undefined;
  const word = nearest(wanted, traits.efforts);
  if (word === undefined) losses.drop('effort');
  else if (word !== wanted) losses.approximate('effort');
  if (word !== undefined && reasoning.budgetTokens !== undefined) losses.approximate('budgetTokens');
  return word;
}

function wantedEffort({ effort, budgetTokens }: Reasoning): Effort | undefined {
  return effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens));
}

/** The strongest known word that is not above the one wanted, or the weakest of all. */
function nearest(wanted: Effort, known: readonly Effort[]): Effort | undefined {
  return known.findLast((word) => efforts.indexOf(word) <= efforts.indexOf(wanted)) ?? known[0];
}
