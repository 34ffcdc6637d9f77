import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { EndingReason } from '../../canon/ending.ts';
import { inputOf, noUsage, outputOf, type Usage } from '../../canon/usage.ts';
import type { Tally } from '../../counting/tally.ts';
import type { SettleImages } from '../../dialects/passage.ts';

/** What a request is billed for, and who counted it. */
export interface Bill {
  usage: Usage;
  source: UsageSource;
  /** What the upstream counted of an estimate: no less than that is billed. */
  counted?: Usage | undefined;
}

/** Nobody served it. */
export const unserved: Bill = { usage: noUsage, source: UsageSource.NONE };

/** Somebody did, and there is nothing to count. */
export const uncounted: Bill = { usage: noUsage, source: UsageSource.MISSING };

/** By the upstream's own counts, where nothing else is heard of what it said. */
export function reportedBill(usage: Usage | undefined): Bill {
  return usage ? { usage, source: UsageSource.UPSTREAM } : uncounted;
}

/** By what the request says of itself, where the upstream counts nothing and its answer cannot be read. */
export function estimatedBill(usage: Usage | undefined): Bill {
  return usage ? { usage, source: UsageSource.ESTIMATED } : uncounted;
}

/** `none`: it says nowhere that it ended. Undefined where that cannot be told. */
export type ReadEnding = EndingReason | 'none' | undefined;

/** How an answer stands when it is over. */
export interface Evidence {
  /** Counts that the upstream gave last. */
  reported: Usage | undefined;
  /** Not all of them are the upstream's. */
  isEstimated?: boolean | undefined;
  settleImages?: SettleImages | undefined;
  /** What it said since it last counted output; undefined where nobody can hear that. */
  said: Tally | undefined;
  /** The answer came to its own end. */
  isWhole: boolean;
  /** Something of it came; asked of answers that nobody hears, which may be cut. */
  hasAnswered?: boolean;
  /** Counts the request. */
  countInput: () => number;
  /** Reads why it ended. */
  readEnding: () => ReadEnding;
}

/**
 * The upstream's own counts where they cover all that it said. What they leave out is counted: the whole, what followed
 * them, or the prompt. Nothing said, nothing counted and no end is nothing served: a prompt alone is never charged. So is what says nothing
 * and counts zeros, whatever its end.
 */
export function billOf(evidence: Evidence): Bill {
  const bill = countedBill(evidence);
  const { settleImages } = evidence;
  return settleImages && bill !== unserved ? { ...bill, usage: settleImages(bill.usage) } : bill;
}

function countedBill(evidence: Evidence): Bill {
  const { reported, isEstimated, said, isWhole, hasAnswered, countInput, readEnding } = evidence;
  if (!said && !reported && hasAnswered === false) return unserved;
  const billReported = isEstimated ? estimatedBill : reportedBill;
  if (!said) return billReported(reported);
  if (reported && hasServedNothing(reported, said)) return unserved;
  const counted = isEstimated ? undefined : reported;
  if (reported && said.isEmpty() && outputOf(reported) > 0 && !knowsInput(reported))
    return { ...estimatedBill({ ...reported, inputFresh: countInput() }), counted };
  if (!said.isEmpty()) {
    const { visible, reasoning } = said.count();
    const before =
      reported && knowsInput(reported) ? reported : { ...noUsage, ...reported, inputFresh: countInput() };
    const usage = {
      ...before,
      outputVisible: before.outputVisible + visible,
      outputReasoning: before.outputReasoning + reasoning,
    };
    return { usage, source: UsageSource.ESTIMATED, counted };
  }
  if (reported && (isWhole || outputOf(reported) > 0)) return billReported(reported);
  // What a filter refused outright costs what the upstream counts, which is nothing. So does what has no end.
  const ending = isWhole ? readEnding() : 'none';
  return ending === 'filtered' || ending === 'none' ? unserved : uncounted;
}

/** Input is never empty: zeros are what upstreams send that do not know it. */
function knowsInput(reported: Usage): boolean {
  return inputOf(reported) > 0;
}

/**
 * An answer that is whole and yet none: it said nothing and counts no output, and either has no end, or claims a good one though by
 * its own counts the upstream read nothing. Proxies make that of calls that failed behind them, and Gemini of its own.
 */
export function isHollow({ reported, said, readEnding }: Evidence): boolean {
  if (!said?.isEmpty() || (reported && hasOutput(reported))) return false;
  const ending = readEnding();
  return ending === 'none' || (ending === 'complete' && reported !== undefined && inputOf(reported) === 0);
}

function hasServedNothing(reported: Usage, said: Tally): boolean {
  return said.isEmpty() && !hasOutput(reported) && inputOf(reported) === 0;
}

function hasOutput(reported: Usage): boolean {
  return outputOf(reported) > 0 || Boolean(reported.toolCalls ?? reported.metered);
}
