import type { WebSocket } from 'ws';
import type { Refusal } from '../../slices/slice.ts';
import type { SessionBill } from '../bill/bill.ts';
import type { ContextSize } from '../bill/context-size.ts';
import type { Responses } from '../bill/responses.ts';
import type { AskedResponses } from './asked-responses.ts';
import type { ClientEvent } from './client-frame.ts';
import { sendFrame } from './pump.ts';

/** The client's events on their way to the upstream, which each of them may make respond once more: that is covered first. */
export interface CoveredEvents {
  /** Sends one, at once or as soon as quota holds what it may cost. */
  pass(event: ClientEvent): Promise<void> | undefined;
  /** Holds enough for all that was asked for, and one response more. */
  coverNext(): ReturnType<SessionBill['cover']>;
  /** A response has ended, or an event was refused: quota may be enough now. */
  turn(): void;
  /** What waits looks whether it was its turn, or the session has ended. */
  wake(): void;
}

interface Parts {
  upstream: WebSocket;
  bill: Pick<SessionBill, 'cover'>;
  size: ContextSize;
  responses: Responses;
  asked: AskedResponses;
  isEnded(): boolean;
  /** Ends a session in which nothing is under way that quota could wait for. */
  endFor(refusal: Refusal): void;
  /** How long what was asked for may take to begin before it counts as ignored. */
  beginMs: number;
}

export function createCoveredEvents(parts: Parts): CoveredEvents {
  const { upstream, bill, size, responses, asked, isEnded, endFor, beginMs } = parts;
  let turns = 0;
  let wake = (): void => {};

  function coverNext(): ReturnType<SessionBill['cover']> {
    return bill.cover(size.tokens(), asked.count() + 1);
  }

  function send({ bytes, isRequest, eventId = '' }: ClientEvent): Promise<void> | undefined {
    if (isRequest) asked.ask(eventId);
    return sendFrame(upstream, bytes);
  }

  /** Only what is under way can be waited for as long as it takes: what was asked for may have been ignored. */
  async function nextTurn(): Promise<void> {
    const timer = setTimeout(ignoreAsked, beginMs);
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    clearTimeout(timer);
  }

  function ignoreAsked(): void {
    if (responses.count() > 0) return;
    asked.ignore();
    turns += 1;
    wake();
  }

  /** Waits for the responses under way where quota holds no other beside them. */
  async function sendWhenCovered(
    event: ClientEvent,
    pending: ReturnType<SessionBill['cover']>,
  ): Promise<void> {
    let seen = turns;
    let refusal = await pending;
    while (refusal && !isEnded()) {
      if (seen === turns) {
        if (responses.count() + asked.count() === 0) return endFor(refusal);
        await nextTurn();
      }
      seen = turns;
      refusal = await coverNext();
    }
    if (!isEnded()) await send(event);
  }

  return {
    pass(event) {
      const pending = coverNext();
      return pending === undefined ? send(event) : sendWhenCovered(event, pending);
    },
    coverNext,
    turn() {
      turns += 1;
    },
    wake: () => wake(),
  };
}
