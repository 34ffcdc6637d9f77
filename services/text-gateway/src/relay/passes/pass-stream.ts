import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { tierUncounted } from '../../canon/service-tier.ts';
import { laterCounts, outputOf } from '../../canon/usage.ts';
import { hearFrames } from '../../counting/hear-frames.ts';
import { beginsAsJson } from '../../frames.ts';
import { createSseSplitter, FrameTooLargeError, type SseFrame } from '../../sse.ts';
import type { Attempt } from '../attempts/attempt.ts';
import { logBreak } from '../attempts/log-break.ts';
import { billOf, type Evidence, isHollow } from '../bills/bill.ts';
import { askedTierOf } from '../plans/asked-tier.ts';
import { brokenFrameOf } from './broken-frame.ts';
import { failInStream, refusalInStream } from './in-stream-fault.ts';
import { joinPieces } from './join-pieces.ts';
import type { AnswerKeeper } from './keep-answer.ts';
import type { AttemptControl, Pass } from './pass.ts';
import { readStreamEnding } from './read-ending.ts';

const blankLine = Buffer.from('\n\n');

/** One frame may hold an image. */
const maxFrameBytes = 64 * 1024 * 1024;

/** So much of what comes before there is any content is held. */
const maxHeldBytes = 64 * 1024;

/** Takes a stream frame by frame: bytes pass, the tap reads beside them, the bill is closed before the end. */
export function createStreamPass(attempt: Attempt, keeper: AnswerKeeper, { finish }: AttemptControl): Pass {
  const { surface, answer, settlement, request, candidate, dropUsage, countInput } = attempt;
  const { createTap = surface.passage.createTap } = attempt;
  const splitter = createSseSplitter(maxFrameBytes);
  const model = candidate.upstreamModel === request.model ? undefined : request.model;
  const tap = createTap({ model, dropUsage, choices: request.size.choices });
  const brokenFrame = (refusal?: Fault) => brokenFrameOf(attempt, tap.answerId, refusal);
  const { readSaid } = surface.passage;
  const hearing = readSaid && hearFrames(readSaid);
  let isOver = false;
  /** Comments, and events that announce an answer, are none yet. */
  let hasContent = false;
  /** What waits for content: until then another channel could still serve the request. */
  let held: Buffer[] = [];
  let isPatient = true;
  /** The upstream ended within a frame, which may have been sent as it was. */
  let isCut = false;

  /** `rest` is what is still to be sent: all of the stream, but for announcements, as long as nothing was. */
  function evidenceOf(isWhole: boolean, rest: readonly Buffer[]): Evidence {
    const hasBegun = answer.hasBegun();
    if (!isWhole && answer.gone.aborted) tap.clientLeft?.();
    const readEnding = () => {
      if (tap.isBlocked) return 'filtered';
      if (hasBegun) return tap.hasFinished ? undefined : 'none';
      return readStreamEnding(attempt, Buffer.concat(rest));
    };
    const hasAnswered = hasContent && (hasBegun || rest.length > 0);
    // Of an answer that nobody hears, the request says what it costs as long as the upstream does not, and its characters.
    const { estimate } = request;
    const counted = tap.usage && estimate ? { ...estimate, ...tap.usage } : tap.usage;
    const reported = counted ?? (hasAnswered ? estimate : undefined);
    const isEstimated = tap.isEstimated || (!counted && reported !== undefined);
    const { settleImages } = tap;
    const said = hearing?.tally();
    return { reported, isEstimated, settleImages, said, isWhole, hasAnswered, countInput, readEnding };
  }

  function settle(ending: Ending, evidence: Evidence): bigint {
    return settlement.settle({
      ending: answer.gone.aborted ? Ending.CLIENT_GONE : ending,
      status: 200,
      askedTier: tierUncounted(
        tap.servedAt,
        askedTierOf(candidate.channel, surface.name, request.serviceTier),
      ),
      ...billOf(evidence),
    });
  }

  /** Sends frames on. Settles before the one that ends the stream. */
  function pass(frames: readonly SseFrame[]): boolean {
    const pieces: Buffer[] = [];
    for (const frame of frames) {
      const cause = tapInto(pieces, frame);
      if (cause) {
        // What came before the trouble is the client's, unless another channel can still begin anew.
        if (answer.hasBegun()) send(pieces);
        breakOff(cause);
        return true;
      }
      if (tap.isDone) return complete(pieces);
    }
    return send(pieces);
  }

  /** Adds what a frame leaves to send on; gives the reason why the stream cannot go on, if there is one. */
  function tapInto(pieces: Buffer[], frame: SseFrame): Error | undefined {
    // So Gemini says an error in the middle of its stream; readers of events would skip it.
    if (frame.data.length === 0 && beginsAsJson(frame.raw))
      return new Error('The upstream sent what is no event');
    try {
      const { usage } = tap;
      const bytes = tap.see(frame);
      const isNew = tap.usage !== usage;
      const isCounted = tap.usage && (outputOf(tap.usage) > 0 || tap.usage.metered);
      if (isNew && tap.usage) tap.usage = laterCounts(usage, tap.usage);
      if (isNew && isCounted) hearing?.clear();
      else if (!tap.error) hearing?.hear(frame.data);
      if (tap.error) return new Error('The upstream sent an error inside its stream');
      if (bytes) pieces.push(bytes);
      hasContent ||= frame.data.length > 0 && !tap.isPrelude;
      keeper.note(tap.answerId);
      return undefined;
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause));
    }
  }

  function send(pieces: readonly Buffer[]): boolean {
    const all = held.length > 0 ? [...held, ...pieces] : pieces;
    if (all.length === 0) return true;
    if (!answer.hasBegun()) {
      if (mayHold(all)) {
        held = [joinPieces(all)];
        return true;
      }
      sendHead();
    }
    held = [];
    return answer.data(joinPieces(all));
  }

  function sendHead(): void {
    answer.head(200, [{ name: 'content-type', value: 'text/event-stream' }], brokenFrame());
  }

  function mayHold(pieces: readonly Buffer[]): boolean {
    if (hasContent || isOver || !isPatient) return false;
    return pieces.reduce((sum, { length }) => sum + length, 0) <= maxHeldBytes;
  }

  function complete(pieces: readonly Buffer[]): boolean {
    const evidence = evidenceOf(true, pieces);
    if (!answer.hasBegun() && isHollow(evidence)) {
      breakOff(new Error('The answer says and counts nothing'));
      return true;
    }
    isOver = true;
    keeper.note(tap.answerId, tap.usage);
    keeper.whenKept(() => {
      const tokens = settle(Ending.COMPLETED, evidence);
      send(pieces);
      if (!answer.hasBegun()) send([Buffer.from(': \n\n')]);
      answer.end(tokens);
      finish({ kind: 'answered' });
    });
    return true;
  }

  /** Ends a stream that has no proper end: an error frame when it has begun, a fault when it has not. */
  function breakOff(cause: Error): void {
    isOver = true;
    logBreak(attempt, cause, 'upstream stream broke off');
    if (!answer.hasBegun() && !answer.gone.aborted) {
      finish(failInStream(attempt, tap.error));
      return;
    }
    const tokens = settle(Ending.BROKEN, evidenceOf(false, []));
    const refusal = refusalInStream(attempt, tap.error);
    const frame = brokenFrame(refusal);
    answer.data(isCut ? Buffer.concat([blankLine, frame]) : frame);
    answer.end(tokens);
    finish({ kind: 'answered', ...(!refusal && { isBroken: true }) });
  }

  function split(frames: () => SseFrame[]): boolean {
    try {
      return pass(frames());
    } catch (cause) {
      if (!(cause instanceof FrameTooLargeError)) throw cause;
      breakOff(cause);
      return true;
    }
  }

  return {
    data: (bytes) => isOver || split(() => splitter.push(bytes)),
    end() {
      if (isOver) return;
      const rest = splitter.end();
      isCut = rest.length > 0;
      split(() => rest);
      if (isOver) return;
      // Some dialects have no closing mark, and some upstreams leave it out.
      if (tap.hasFinished) complete([]);
      else breakOff(new Error('The upstream stream has no end'));
    },
    broken(error) {
      if (isOver) return;
      // An answer that has said why it ended, and what it cost, is whole.
      if (tap.hasFinished && !tap.endsByCounts && tap.usage) complete([]);
      else breakOff(error);
    },
    begin() {
      isPatient = false;
      // Who hears nothing of it all the same is better served by another.
      if (isOver || answer.hasBegun() || (answer.waitsForFrame && held.length === 0)) return;
      sendHead();
      send([]);
    },
  };
}
