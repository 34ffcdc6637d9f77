import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { gatherPieces } from '@headgate/runtime/gather-pieces';
import { tierUncounted } from '../canon/service-tier.ts';
import { inputOf, noUsage, outputOf } from '../canon/usage.ts';
import { hearWhole } from '../counting/hear-frames.ts';
import { createTally } from '../counting/tally.ts';
import type { WholeAnswer } from '../dialects/passage.ts';
import { describeBreak } from '../upstream-call/describe-break.ts';
import { askedTierOf } from './asked-tier.ts';
import type { Attempt, AttemptResult, Pass } from './attempt.ts';
import { type Bill, billOf, type Evidence, isHollow, unserved } from './bill.ts';
import { failInStream } from './in-stream-fault.ts';
import type { AnswerKeeper } from './keep-answer.ts';
import { readWholeEnding } from './read-ending.ts';
import { answerTooLarge, maxAnswerBytes } from './too-large.ts';

/** Takes a whole answer, checks it, settles it and sends it. */
export function createWholePass(
  attempt: Attempt,
  { keeper, contentType: upstreamType }: { keeper: AnswerKeeper; contentType: string },
  finish: (result: AttemptResult) => void,
): Pass {
  const { context, dialect, readWhole, answer, settlement, request, candidate, countInput } = attempt;
  let pieces = gatherPieces();
  let sizeBytes = 0;
  let isOver = false;
  const mappedName = candidate.upstreamModel === request.model ? undefined : request.model;

  function unusable(cause: unknown, said?: unknown, result = failInStream(attempt, said)): void {
    isOver = true;
    context.log.warn(
      { ...describeBreak(cause), requestId: attempt.requestId, channelId: String(candidate.channel.id) },
      'upstream answer cannot be used',
    );
    finish(result);
  }

  function pass(whole: WholeAnswer): void {
    const evidence = evidenceOf(whole);
    if (isHollow(evidence)) {
      unusable(new Error('The answer says and counts nothing'));
      return;
    }
    isOver = true;
    keeper.note(whole.answerId, whole.usage);
    keeper.whenKept(() => send(whole, billOf(evidence)));
  }

  /** What the upstream did not count is heard; an answer that says nothing costs what it read. */
  function evidenceOf({ body, usage: reported, isEstimated: isPartly, settleImages }: WholeAnswer): Evidence {
    const { readSaid } = dialect.passage;
    const isUncounted = dialect.embedding !== undefined && (!reported || inputOf(reported) === 0);
    const usage = isUncounted ? { ...noUsage, inputFresh: countInput() } : (reported ?? request.estimate);
    const isEstimated = isPartly || usage !== reported;
    const isCounted = usage !== undefined && (outputOf(usage) > 0 || usage.metered !== undefined);
    const said = readSaid && (isCounted ? createTally() : hearWhole(readSaid, body));
    const readEnding = () => readWholeEnding(attempt, body);
    return { reported: usage, isEstimated, settleImages, said, isWhole: true, countInput, readEnding };
  }

  function send({ body, contentType = 'application/json', servedAt }: WholeAnswer, bill: Bill): void {
    const ending = answer.gone.aborted ? Ending.CLIENT_GONE : Ending.COMPLETED;
    const tokens = settlement.settle({
      ending,
      status: 200,
      askedTier: tierUncounted(servedAt, askedTierOf(candidate.channel, dialect.name, request.serviceTier)),
      ...bill,
    });
    answer.head(200, [{ name: 'content-type', value: contentType }], Buffer.alloc(0));
    answer.data(body);
    answer.end(tokens);
    finish({ kind: 'answered' });
  }

  return {
    isWhole: true,
    data(bytes) {
      if (isOver) return true;
      sizeBytes += bytes.length;
      pieces.add(bytes);
      if (sizeBytes > maxAnswerBytes) {
        pieces = gatherPieces();
        const cause = new Error(`The answer is larger than ${maxAnswerBytes} bytes`);
        unusable(cause, undefined, answerTooLarge);
      }
      return true;
    },
    end() {
      if (isOver) return;
      let whole: WholeAnswer;
      try {
        whole = readWhole(pieces.join(), mappedName, upstreamType);
      } catch (cause) {
        return unusable(cause);
      }
      if (whole.error !== undefined)
        return unusable(new Error('An error came under a status of success'), whole.error);
      pass(whole);
    },
    broken(error) {
      if (isOver) return;
      if (!answer.gone.aborted) return unusable(error);
      // Half of a whole answer is no answer, and tells nothing of what it would have cost.
      settlement.settle({ ending: Ending.CLIENT_GONE, status: 0, ...unserved });
      finish({ kind: 'answered' });
    },
  };
}
