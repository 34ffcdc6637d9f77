import { tierUncounted } from '../../canon/service-tier.ts';
import { inputOf, noUsage, outputOf } from '../../canon/usage.ts';
import { hearWhole } from '../../counting/hear-frames.ts';
import { createTally } from '../../counting/tally.ts';
import type { WholeAnswer } from '../../dialects/passage.ts';
import type { Attempt, AttemptResult } from '../attempts/attempt.ts';
import type { Evidence } from '../bills/bill.ts';
import { withSearchedTokens } from '../bills/bill-searches.ts';
import { askedTierOf } from '../plans/asked-tier.ts';
import type { AnswerKeeper } from './keep-answer.ts';
import type { Pass } from './pass.ts';
import { readWholeEnding } from './read-ending.ts';
import { type ReadAnswer, takeWhole } from './take-whole.ts';

/** Takes a whole answer of the client's own dialect, and sends it as it is. */
export function createWholePass(
  attempt: Attempt,
  { keeper, contentType: upstreamType }: { keeper: AnswerKeeper; contentType: string },
  finish: (result: AttemptResult) => void,
): Pass {
  const { surface, readWhole, request, candidate, countInput } = attempt;
  const mappedName = candidate.upstreamModel === request.model ? undefined : request.model;
  const askedTier = askedTierOf(candidate.channel, surface.name, request.serviceTier);

  function read(bytes: Buffer): ReadAnswer {
    const whole = readWhole(bytes, mappedName, upstreamType);
    const { body, contentType = 'application/json', error, answerId, usage, servedAt } = whole;
    return {
      error,
      evidence: () => evidenceOf(whole),
      askedTier: tierUncounted(servedAt, askedTier),
      answerId,
      usage,
      write: () => ({ contentType, body }),
    };
  }

  /** What the upstream did not count is heard; an answer that says nothing costs what it read. */
  function evidenceOf({ body, usage: reported, isEstimated: isPartly, settleImages }: WholeAnswer): Evidence {
    const { readSaid } = surface.passage;
    const isUncounted = surface.embedding !== undefined && (!reported || inputOf(reported) === 0);
    const usage = isUncounted ? { ...noUsage, inputFresh: countInput() } : (reported ?? request.estimate);
    const isEstimated = isPartly || usage !== reported;
    const isCounted = usage !== undefined && (outputOf(usage) > 0 || usage.metered !== undefined);
    const said = readSaid && (isCounted ? createTally() : hearWhole(readSaid, body));
    const readEnding = () => readWholeEnding(attempt, body);
    const counts = usage && withSearchedTokens(usage, request.estimate);
    return { reported: counts, isEstimated, settleImages, said, isWhole: true, countInput, readEnding };
  }

  return takeWhole(attempt, { read, keeper }, finish);
}
