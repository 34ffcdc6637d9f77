import { fault } from '@headgate/proto/faults';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { setDeadline } from '@headgate/runtime/set-deadline';
import type { WebSocket } from 'ws';
import type { GatewayContext } from '../../context.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { Secrets } from '../../refusals/mask.ts';
import type { Refusal } from '../../slices/slice.ts';
import type { SessionBill } from '../bill/bill.ts';
import type { ContextSize } from '../bill/context-size.ts';
import type { Responses } from '../bill/responses.ts';
import { createTranscripts } from '../bill/transcripts.ts';
import { createAskedResponses } from './asked-responses.ts';
import { type ClientEvent, type RefusedEvent, readClientFrame } from './client-frame.ts';
import { createCoveredEvents } from './covered-events.ts';
import { cutLate, cutLateClient } from './cut-late.ts';
import { errorEvent } from './error-event.ts';
import { keepAlive } from './keep-alive.ts';
import { type Frame, pumpFrames, sendFrame } from './pump.ts';
import { readUpstreamFrame, type UpstreamEvent } from './upstream-frame.ts';

/** Two open sockets, and what they cost. The upstream's is paused until it is listened to. */
export interface SessionParts {
  context: GatewayContext;
  requestId: string;
  client: WebSocket;
  upstream: WebSocket;
  secrets: Secrets;
  bill: SessionBill;
  size: ContextSize;
  responses: Responses;
}

export interface Session {
  /** Ends it as soon as no response is under way or was asked for, or at once. */
  drain(isUrgent: boolean): void;
  /** Resolves when it is over and billed. */
  over: Promise<void>;
  /** Resolves when its client has gone, which may still be told of the end by then. */
  left: Promise<void>;
}

/** Close codes of the protocol that are ours to give. */
const codes = { normal: 1000, goingAway: 1001, policy: 1008, broken: 1011, tryAgain: 1013 } as const;

interface End {
  code: number;
  ending: Ending;
  /** Told in an event before the close. */
  fault?: Fault;
}

const wentAway: End = { code: codes.goingAway, ending: Ending.COMPLETED };

/** Passes events both ways until one side leaves, quota or time runs out, or the process stops. */
export function relaySession(parts: SessionParts): Session {
  const { context, requestId, client, upstream, secrets, bill, size, responses } = parts;
  const { abandonedDrainMs, realtimeBeginMs: beginMs } = context.config;
  const { realtimePingMs: pingMs, realtimeIdleMs: idleMs } = context.config;
  const { promise: over, resolve: setOver } = Promise.withResolvers<void>();
  let ended: End | undefined;
  let isFinished = false;
  let isDraining = false;
  /** The upstream says that its own longest session is over: it ends this one next. */
  let hasExpired = false;
  const transcripts = createTranscripts(bill);
  const asked = createAskedResponses();
  const isEnded = (): boolean => ended !== undefined;
  const covered = createCoveredEvents({ upstream, bill, size, responses, asked, isEnded, endFor, beginMs });
  /** Set while a session that is to end waits for nothing but what was asked for. */
  let patience: (() => void) | undefined;
  /** Called when the session has ended, for what waits for its client. */
  let letGo = (): void => {};

  function takeFromClient({ bytes, isBinary }: Frame): Promise<void> | undefined {
    if (ended) return undefined;
    const message = 'Events are text, not binary.';
    const read: ClientEvent | RefusedEvent = isBinary
      ? { fault: fault('invalid_request', { message }) }
      : readClientFrame(bytes, secrets, size);
    if ('fault' in read) return sendFrame(client, errorEvent(read.fault, read.eventId));
    // Responses that follow each other without a gap between them would keep it open for as long as its client likes.
    if (isDraining && read.isRequest) return sendFrame(client, errorEvent(draining, read.eventId));
    return covered.pass(read);
  }

  function takeFromUpstream(frame: Frame): Promise<void> | undefined {
    if (isFinished) return undefined;
    const { event, bytes } = readUpstreamFrame(frame.bytes, secrets);
    if (event.type !== 'other') return noteAndSend(event, bytes);
    return ended ? undefined : tell(bytes);
  }

  /** Waits for a client that takes nothing no longer than the session lasts: behind it is what responses cost. */
  function tell(bytes: Buffer): Promise<void> | undefined {
    const sent = sendFrame(client, bytes);
    return sent && Promise.race([sent, new Promise<void>((resolve) => (letGo = resolve))]);
  }

  async function noteAndSend(event: UpstreamEvent, bytes: Buffer): Promise<void> {
    await note(event);
    if (!ended) await tell(bytes);
    if (event.type === 'response ended') await afterResponse();
    else if (ended || event.type === 'event refused') endWhenQuiet();
  }

  async function note(event: UpstreamEvent): Promise<void> {
    switch (event.type) {
      case 'session':
        return transcripts.note(event.session);
      case 'response began':
        await bill.quiet();
        // Nobody would end what begins after the end.
        return isFinished ? undefined : begin(event.response);
      case 'said':
        return responses.hear(event);
      case 'response ended':
        return responses.end(event.response);
      case 'sound committed':
        return transcripts.begin(event.itemId);
      case 'transcript said':
        return transcripts.hear(event.itemId, event.words);
      case 'sound transcribed':
        return transcripts.end(event);
      case 'transcript failed':
        return transcripts.fail(event.itemId);
      case 'event refused':
        if (!asked.refuse(event.eventId)) return;
        covered.turn();
        return covered.wake();
      case 'session expired':
        hasExpired = true;
        return;
      case 'other':
        return;
      default:
        return event satisfies never;
    }
  }

  /** The response that has begun takes what was held; the next one is held for at once. */
  function begin(response: JsonRecord): void {
    const lacking = bill.lacking();
    const begun = responses.begin(response);
    if (begun === 'known') return;
    asked.begin();
    stopPatience();
    if (begun === 'no room')
      end({ code: codes.tryAgain, ending: Ending.BROKEN, fault: fault('service_unavailable') });
    else if (ended) sendFrame(upstream, cancelOf(String(response.id)));
    else if (lacking) endFor(lacking);
    else void Promise.resolve(covered.coverNext()).catch(() => undefined);
  }

  async function afterResponse(): Promise<void> {
    covered.turn();
    if (responses.count() === 0) asked.ignore();
    const refusal = await covered.coverNext();
    covered.wake();
    if (responses.count() > 0) return;
    if (refusal && asked.count() === 0 && !ended) endFor(refusal);
    else endWhenQuiet();
  }

  /** Not before what its client has asked for, unless the upstream ignores that: nobody would be billed for it. */
  function endWhenQuiet(): void {
    if (ended) void allTaken().then(finishWhenQuiet);
    else if (!isDraining || responses.count() > 0) return;
    else if (asked.awaited() === 0) end(wentAway);
    else patience ??= setDeadline(abandonedDrainMs, stopWaiting);
  }

  function stopWaiting(): void {
    asked.giveUp();
    endWhenQuiet();
  }

  function stopPatience(): void {
    patience?.();
    patience = undefined;
  }

  function endFor(refusal: Refusal): void {
    const code = refusal === 'empty' ? codes.policy : codes.tryAgain;
    end({ code, ending: Ending.COMPLETED, fault: bill.faultOf(refusal) });
  }

  /** Ends the session for the client. The upstream is asked to end its response, and given a while to say its usage. */
  function end(how: End): void {
    if (ended) return;
    ended = how;
    if (how.fault) sendFrame(client, errorEvent(how.fault));
    client.close(how.code);
    covered.wake();
    letGo();
    stops.push(setDeadline(abandonedDrainMs, finish));
    // What waits may tell of a response.
    void allTaken().then(() => {
      for (const id of responses.ids()) sendFrame(upstream, cancelOf(id));
      finishWhenQuiet();
    });
  }

  /** What was asked for and has not begun is cancelled when it does. */
  function finishWhenQuiet(): void {
    if (responses.count() + asked.awaited() + transcripts.count() === 0) finish();
  }

  /**
   * Upstreams go away (1001) when they stop, and as OpenAI does when a session has lasted its time, be it in the middle of a response.
   * Source: https://github.com/pollen-robotics/reachy_mini_conversation_app/issues/134
   */
  function endAfterUpstream(code: number): void {
    const isQuiet = responses.count() === 0;
    if (hasExpired || (isQuiet && asked.count() === 0 && code === codes.goingAway)) end(wentAway);
    else if (isQuiet && code === codes.normal) end({ code, ending: Ending.COMPLETED });
    else
      end({
        code: codes.broken,
        ending: Ending.BROKEN,
        fault: fault('upstream_cut', { message: brokenOff }),
      });
    finish();
  }

  function finish(): void {
    if (isFinished) return;
    isFinished = true;
    clearTimeout(longest);
    for (const stop of stops) stop();
    upstream.close(codes.normal);
    cutLate(upstream);
    cutLateClient(client, idleMs);
    const ending = ended?.ending ?? Ending.BROKEN;
    responses.abandon(ending);
    void transcripts
      .abandon(ending)
      .catch((error) => context.log.error({ err: error, requestId }, 'a transcript was not billed'))
      .finally(() => {
        bill.close({ ending, status: 101 });
        setOver();
      });
  }

  const longest = setTimeout(() => {
    const message = 'The session has lasted as long as a session may.';
    const expired = { ...fault('invalid_request', { message }), code: 'session_expired' };
    end({ code: codes.goingAway, ending: Ending.COMPLETED, fault: expired });
  }, context.config.realtimeSessionMs);
  const stops = [stopPatience, ...[client, upstream].map((socket) => keepAlive(socket, { pingMs, idleMs }))];
  for (const socket of [client, upstream]) socket.on('error', () => undefined);
  const left = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.on('close', () => end({ code: codes.normal, ending: Ending.CLIENT_GONE }));
  pumpFrames(client, guard(takeFromClient));
  const allTaken = pumpFrames(upstream, guard(takeFromUpstream));
  upstream.on('close', (code: number) => {
    if (!ended) context.log.info({ requestId, upstreamCode: code }, 'upstream closed a session');
    // The last it said may still wait, for a client that is slow or for the ledger: it tells what a response cost.
    void allTaken().then(() => endAfterUpstream(code));
  });
  upstream.resume();

  /** A defect ends the session, and must not leave it open. */
  function guard(take: (frame: Frame) => Promise<void> | undefined) {
    const fail = (error: unknown): void => {
      context.log.error({ err: error, requestId }, 'passing an event on failed');
      end({ code: codes.broken, ending: Ending.BROKEN, fault: fault('internal_error') });
    };
    return (frame: Frame): Promise<void> | undefined => {
      try {
        return take(frame)?.catch(fail);
      } catch (error) {
        fail(error);
        return undefined;
      }
    };
  }

  return {
    drain(isUrgent) {
      isDraining = true;
      if (isUrgent) end(wentAway);
      else endWhenQuiet();
    },
    over,
    left,
  };
}

/** Named, because several may be under way: without a name it is the one of the conversation, and none beside it. */
function cancelOf(responseId: string): Buffer {
  return Buffer.from(JSON.stringify({ type: 'response.cancel', response_id: responseId }));
}

const brokenOff = 'The upstream ended the session.';

const draining = fault('service_unavailable', {
  message: 'The session ends with what is under way: open another one for more responses.',
});
