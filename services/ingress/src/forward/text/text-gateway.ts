import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Head, Open, Tail } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Span } from '@headgate/runtime/tracing/span';

/** The one way to text-gateway: a request in, frames out, cancel. */
export interface TextGateway {
  /** @param span what the request is recorded by */
  relay(open: TextOpen, answer: TextAnswer, span: Span): TextCall;
}

export type TextOpen = Omit<Open, 'creditBytes'>;

/** Where the frames of an answer go: head, data, tail in this order, or a failure that ends them. */
export interface TextAnswer {
  onHead(head: Head): void;
  onData(bytes: Buffer): void;
  onTail(tail: Tail): void;
  /** Nothing came before this and nothing follows. */
  onRefused(fault: Fault): void;
  /** The answer broke off after its head. */
  onBroken(): void;
}

export interface TextCall {
  /** The client took this much: as much more may be sent. */
  credit(bytes: number): void;
  /**
   * The client has gone. No callback of the answer follows; `onUsed` is called with the tokens that the request used until
   * then if the gateway says so, which it does only where it knows, and on a link.
   */
  cancel(onUsed?: (tokens: bigint) => void): void;
}

/** How requests are carried. */
export interface TextCarrier {
  /**
   * Takes a request, or takes none now. Calls back later, never from within, and a refusal says truly whether the request
   * was started.
   */
  carry(open: TextOpen, answer: TextAnswer, span: Span): TextCall | undefined;
}

/** How much of an answer may be on its way or wait for a slow client, per request. */
export const creditBytes = 64 * 1024;

/** Longer than the longest answer that text-gateway allows. */
export const deadlineMs = 61 * 60_000;

/** Re-sends to another pod, and only of what a pod said it had not started. */
const resends = 2;

/**
 * Gives each request to the first carrier that takes it; the last one takes everything. What was not started is carried again.
 */
export function carryToText(carriers: readonly TextCarrier[]): TextGateway {
  function carry(open: TextOpen, answer: TextAnswer, span: Span): TextCall {
    for (const carrier of carriers) {
      const call = carrier.carry(open, answer, span);
      if (call) return call;
    }
    throw new Error('no carrier took the request');
  }

  return {
    relay(open, answer, span) {
      let resendsLeft = resends;
      // Its body is kept no longer than it may have to be carried again, which is not as long as a stream lasts.
      let unanswered: TextOpen | undefined = open;
      const again: TextAnswer = {
        onHead(head) {
          unanswered = undefined;
          answer.onHead(head);
        },
        onData: answer.onData,
        onTail: answer.onTail,
        onBroken: answer.onBroken,
        onRefused(cause) {
          if (!unanswered || !cause.notStarted || resendsLeft === 0) return answer.onRefused(cause);
          resendsLeft -= 1;
          call = carry(unanswered, again, span);
        },
      };
      let call = carry(open, again, span);
      return { credit: (bytes) => call.credit(bytes), cancel: (onUsed) => call.cancel(onUsed) };
    },
  };
}
