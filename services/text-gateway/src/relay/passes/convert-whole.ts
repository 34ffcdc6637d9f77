import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply, type Reply } from '../../canon/fold.ts';
import { readServedAt, tierUncounted } from '../../canon/service-tier.ts';
import type { Usage } from '../../canon/usage.ts';
import { hearEvents } from '../../counting/hear-events.ts';
import { parseJson } from '../../json/parse.ts';
import { isRecord } from '../../json/read.ts';
import type { Attempt, AttemptResult } from '../attempts/attempt.ts';
import type { Evidence } from '../bills/bill.ts';
import type { Conversion } from '../plans/convert-conversation.ts';
import { brokenFrameOf } from './broken-frame.ts';
import type { Pass } from './pass.ts';
import { endingOf } from './read-ending.ts';
import { type ReadAnswer, takeWhole, type WrittenAnswer } from './take-whole.ts';

/** Takes a whole answer of one dialect and sends one of another, as a stream where the client asked for one. */
export function createConvertedWhole(
  attempt: Attempt,
  { from, to, call, askedTier, draw }: Conversion,
  finish: (result: AttemptResult) => void,
): Pass {
  const { request, countInput } = attempt;

  function read(bytes: Buffer): ReadAnswer {
    const body = parseJson(bytes.toString('utf8'));
    const events = from.decodeReply(body, call);
    expectAnswer(events);
    const reply = foldReply(events);
    // Those that can be asked for a tier all say it here.
    const servedAt = isRecord(body) ? readServedAt(body.service_tier) : undefined;
    return {
      error: reply.fault,
      evidence: () => evidenceOf(events, reply.usage),
      askedTier: tierUncounted(servedAt, askedTier),
      write: () => (request.stream ? writeStream(events) : writeWhole(reply)),
    };
  }

  function evidenceOf(events: readonly ReplyEvent[], reported: Usage | undefined): Evidence {
    const hearing = hearEvents();
    const drawn = draw?.();
    for (const event of events) {
      hearing.hear(event);
      drawn?.see(event);
    }
    return {
      reported,
      isEstimated: drawn?.isEstimated(),
      settleImages: drawn?.settle,
      said: hearing.tally,
      isWhole: true,
      countInput,
      readEnding: () => endingOf(events) ?? 'none',
    };
  }

  function writeStream(events: readonly ReplyEvent[]): WrittenAnswer {
    const encoder = to.createStreamEncoder(call);
    const body = Buffer.from(events.map((event) => encoder.push(event)).join(''));
    return { contentType: 'text/event-stream', body, brokenFrame: brokenFrameOf(attempt) };
  }

  function writeWhole(reply: Reply): WrittenAnswer {
    const body = Buffer.from(JSON.stringify(to.encodeReply(reply, call)));
    return { contentType: 'application/json', body };
  }

  return takeWhole(attempt, { read }, finish);
}

/** Throws when a body that came under a status of success is no answer. */
function expectAnswer(events: readonly ReplyEvent[]): void {
  const isAnswer = events.some(({ kind }) => kind === 'reply-end' || kind === 'usage' || kind === 'fault');
  if (!isAnswer) throw new Error('The answer has no end and no usage');
}
