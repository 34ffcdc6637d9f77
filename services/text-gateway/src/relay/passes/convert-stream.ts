import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import type { EndingReason } from '../../canon/ending.ts';
import type { ReplyEvent, ReplyFault } from '../../canon/events.ts';
import { tierUncounted } from '../../canon/service-tier.ts';
import { laterCounts, type Usage } from '../../canon/usage.ts';
import { hearEvents } from '../../counting/hear-events.ts';
import type { CreateFrameSplitter } from '../../frames.ts';
import type { SseFrame } from '../../sse.ts';
import type { Attempt } from '../attempts/attempt.ts';
import { logBreak } from '../attempts/log-break.ts';
import { billOf, type Evidence, isHollow } from '../bills/bill.ts';
import type { Conversion } from '../plans/convert-conversation.ts';
import { brokenFrameOf } from './broken-frame.ts';
import { failInStream, refusalInStream } from './in-stream-fault.ts';
import type { AttemptControl, Pass } from './pass.ts';

/** One frame may hold an image. */
const maxFrameBytes = 64 * 1024 * 1024;

type ReplyEnd = Extract<ReplyEvent, { kind: 'reply-end' }>;

/** Takes a stream of one dialect and sends one of another; the bill is closed before the end leaves. */
export function createConvertedStream(
  attempt: Attempt,
  { from, to, call, askedTier, draw }: Conversion,
  framing: CreateFrameSplitter,
  { finish }: AttemptControl,
): Pass {
  const { answer, settlement, countInput } = attempt;
  const splitter = framing(maxFrameBytes);
  const decoder = from.createStreamDecoder(call);
  const encoder = to.createStreamEncoder(call);
  const brokenFrame = brokenFrameOf(attempt);
  const hearing = hearEvents();
  const drawn = draw?.();
  let usage: Usage | undefined;
  /** What waits for content: until then another channel could still serve the request. */
  let held = '';
  let hasContent = false;
  let isOver = false;

  function evidenceOf(isWhole: boolean, reason?: EndingReason): Evidence {
    return {
      reported: usage,
      isEstimated: drawn?.isEstimated(),
      settleImages: drawn?.settle,
      said: hearing.tally,
      isWhole,
      countInput,
      readEnding: () => reason,
    };
  }

  function settle(ending: Ending, evidence: Evidence): bigint {
    return settlement.settle({
      ending: answer.gone.aborted ? Ending.CLIENT_GONE : ending,
      status: 200,
      askedTier: tierUncounted(decoder.servedAt?.(), askedTier),
      ...billOf(evidence),
    });
  }

  function sendHead(): void {
    if (!answer.hasBegun())
      answer.head(200, [{ name: 'content-type', value: 'text/event-stream' }], brokenFrame);
  }

  function send(): boolean {
    if (held === '') return true;
    sendHead();
    const bytes = Buffer.from(held);
    held = '';
    return answer.data(bytes);
  }

  /** Sends what the events say, in one piece. */
  function take(events: readonly ReplyEvent[]): boolean {
    for (const decoded of events) {
      const event =
        decoded.kind === 'usage' ? { ...decoded, usage: laterCounts(usage, decoded.usage) } : decoded;
      if (event.kind === 'fault') {
        breakOff(new Error('The upstream sent an error inside its stream'), event.fault);
        return true;
      }
      hearing.hear(decoded);
      drawn?.see(event);
      if (event.kind === 'usage') usage = event.usage;
      else if (event.kind !== 'reply-start') hasContent = true;
      if (event.kind === 'reply-end') return complete(event);
      held += encoder.push(event);
    }
    return hasContent || answer.hasBegun() ? send() : true;
  }

  function complete(event: ReplyEnd): boolean {
    const evidence = evidenceOf(true, event.ending.reason);
    if (!answer.hasBegun() && isHollow(evidence)) {
      breakOff(new Error('The answer says and counts nothing'));
      return true;
    }
    isOver = true;
    const tokens = settle(Ending.COMPLETED, evidence);
    held += encoder.push(event);
    send();
    answer.end(tokens);
    finish({ kind: 'answered' });
    return true;
  }

  /** Ends a stream that has no proper end: an error frame when it has begun, a fault when it has not. */
  function breakOff(cause: unknown, said?: ReplyFault): void {
    isOver = true;
    logBreak(attempt, cause, 'upstream stream broke off');
    if (!answer.hasBegun() && !answer.gone.aborted) {
      finish(failInStream(attempt, said));
      return;
    }
    send();
    const tokens = settle(Ending.BROKEN, evidenceOf(false));
    const refusal = refusalInStream(attempt, said);
    answer.data(refusal ? brokenFrameOf(attempt, undefined, refusal) : brokenFrame);
    answer.end(tokens);
    finish({ kind: 'answered', ...(!refusal && { isBroken: true }) });
  }

  function decode(frames: () => SseFrame[]): boolean {
    try {
      let isRoom = true;
      for (const { data } of frames()) {
        if (data.length === 0) continue;
        isRoom = take(decoder.push(data.toString('utf8')));
        if (isOver) return true;
      }
      return isRoom;
    } catch (cause) {
      breakOff(cause);
      return true;
    }
  }

  return {
    begin() {
      if (isOver || answer.hasBegun()) return;
      sendHead();
      held += encoder.begin?.() ?? '';
      send();
    },
    data: (bytes) => isOver || decode(() => splitter.push(bytes)),
    end() {
      if (isOver) return;
      decode(splitter.end);
      if (isOver) return;
      take(decoder.end());
      if (!isOver) breakOff(new Error('The upstream stream has no end'));
    },
    broken(error) {
      if (isOver) return;
      // An answer that has said why it ended, and what it cost, is whole.
      if (usage) take(decoder.end());
      if (!isOver) breakOff(error);
    },
  };
}
