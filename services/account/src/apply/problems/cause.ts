import type { ProblemReason, ProblemValues } from '@headgate/proto/problems';

/** What is wrong with a member, for pages, beside the words that say it in English. */
export interface Cause {
  reason: ProblemReason;
  values: Record<string, string>;
}

/** A cause with what it says by name. As `params` of an issue of zod, `findCause` finds it again. */
export function because<Reason extends ProblemReason>(
  reason: Reason,
  ...[values]: keyof ProblemValues<Reason> extends never ? [] : [values: ProblemValues<Reason>]
): Cause {
  return { reason, values: { ...values } };
}
