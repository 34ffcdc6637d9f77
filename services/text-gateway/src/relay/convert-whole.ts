import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { gatherPieces } from '@headgate/runtime/gather-pieces';
import type { ReplyEvent, ReplyFault } from '../canon/events.ts';
import { foldReply } from '../canon/fold.ts';
import { readServedAt, tierUncounted } from '../canon/service-tier.ts';
import { hearEvents } from '../counting/hear-events.ts';
import { parseJson } from '../json/parse.ts';
import { isRecord } from '../json/read.ts';
import { describeBreak } from '../upstream-call/describe-break.ts';
import type { Attempt, AttemptResult, Pass } from './attempt.ts';
import { billOf, type Evidence, isHollow, unserved } from './bill.ts';
import { brokenFrameOf } from './broken-frame.ts';
import { failInStream } from './in-stream-fault.ts';
import type { Conversion } from './plan-call.ts';
import { endingOf } from './read-ending.ts';
import { answerTooLarge, maxAnswerBytes } from './too-large.ts';

/** Takes a whole answer of one dialect and sends one of another, as a stream where the client asked for one. */
export function createConvertedWhole(
  attempt: Attempt,
  { from, to, call, askedTier, draw }: Conversion,
  finish: (result: AttemptResult) => void,
): Pass {
  const { context, answer, settlement, request, candidate, countInput } = attempt;
  let pieces = gatherPieces();
  let sizeBytes = 0;
  let isOver = false;

  function unusable(cause: unknown, said?: ReplyFault, result = failInStream(attempt, said)): void {
    isOver = true;
    context.log.warn(
      { ...describeBreak(cause), requestId: attempt.requestId, channelId: String(candidate.channel.id) },
      'upstream answer cannot be used',
    );
    finish(result);
  }

  function pass(events: readonly ReplyEvent[], servedAt: string | undefined): void {
    const reply = foldReply(events);
    const hearing = hearEvents();
    const drawn = draw?.();
    for (const event of events) {
      hearing.hear(event);
      drawn?.see(event);
    }
    const evidence: Evidence = {
      reported: reply.usage,
      isEstimated: drawn?.isEstimated(),
      settleImages: drawn?.settle,
      said: hearing.tally,
      isWhole: true,
      countInput,
      readEnding: () => endingOf(events) ?? 'none',
    };
    if (isHollow(evidence)) {
      unusable(new Error('The answer says and counts nothing'));
      return;
    }
    isOver = true;
    const encoder = to.createStreamEncoder(call);
    const body = request.stream
      ? events.map((event) => encoder.push(event)).join('')
      : JSON.stringify(to.encodeReply(reply, call));
    const ending = answer.gone.aborted ? Ending.CLIENT_GONE : Ending.COMPLETED;
    const tier = tierUncounted(servedAt, askedTier);
    const tokens = settlement.settle({ ending, status: 200, askedTier: tier, ...billOf(evidence) });
    const value = request.stream ? 'text/event-stream' : 'application/json';
    const brokenFrame = request.stream ? brokenFrameOf(attempt) : Buffer.alloc(0);
    answer.head(200, [{ name: 'content-type', value }], brokenFrame);
    answer.data(Buffer.from(body));
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
      let body: unknown;
      let events: ReplyEvent[];
      try {
        body = parseJson(pieces.join().toString('utf8'));
        events = from.decodeReply(body, call);
        expectAnswer(events);
      } catch (cause) {
        return unusable(cause);
      }
      const refused = events.find((event) => event.kind === 'fault');
      if (refused) return unusable(new Error('An error came under a status of success'), refused.fault);
      // Those that can be asked for a tier all say it here.
      pass(events, isRecord(body) ? readServedAt(body.service_tier) : undefined);
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

/** Throws when a body that came under a status of success is no answer. */
function expectAnswer(events: readonly ReplyEvent[]): void {
  const isAnswer = events.some(({ kind }) => kind === 'reply-end' || kind === 'usage' || kind === 'fault');
  if (!isAnswer) throw new Error('The answer has no end and no usage');
}
