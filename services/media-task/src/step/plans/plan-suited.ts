import { FaultError } from '@headgate/runtime/errors';
import type { Candidate } from '../../catalog/catalog.ts';
import type { Wish } from '../../families/wish.ts';
import type { RequestFiles } from '../../references/reference-files.ts';
import { suitReferences } from '../../references/suit.ts';
import type { Surface } from '../../task/task.ts';
import type { Plan } from './plan.ts';
import { planWays } from './plan-ways.ts';

/**
 * Ways to render a wish, with its references in the form of those who render it: candidates that take another form come into
 * question where all before them refuse. Whether they do is known when the files are there, since a vendor may refuse what is
 * in them. Candidates of one form are asked together, so that nothing is brought twice. Gives and throws what `planWays` does.
 */
export async function planSuited(
  wish: Wish,
  candidates: readonly Candidate[],
  surface: Surface,
  files: RequestFiles,
): Promise<[Plan, ...Plan[]] | undefined> {
  let refusal: FaultError | undefined;
  let left = candidates;
  while (left.length > 0) {
    const suited = await suitReferences(wish, left, files).catch((error) => {
      // The first one's words stay: that files cannot come in another form is no news to who was refused before.
      throw error instanceof FaultError && error.fault.status === 400 ? (refusal ?? error) : error;
    });
    try {
      const plans = planWays(suited.wish, suited.candidates, surface);
      if (plans) return plans;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      refusal ??= error;
    }
    left = left.filter((candidate) => !suited.candidates.includes(candidate));
  }
  if (refusal) throw refusal;
  return undefined;
}
