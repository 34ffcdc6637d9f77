import type { ClientDuplexStream } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type {
  Head,
  Open,
  RelayRequest,
  RelayResponse,
  Tail,
  TextGatewayClient,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { metadataOf } from '@headgate/runtime/tracing/rpc-span';
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
  /** The client has gone. No callback follows. */
  cancel(): void;
}

/** How much of an answer may be on its way or wait for a slow client, per request. */
export const creditBytes = 256 * 1024;

/** Longer than the longest answer that text-gateway allows. */
const deadlineMs = 61 * 60_000;

/** Re-sends to another pod, and only of what a pod said it had not started. */
const resends = 2;

/** Carries each request in a call of its own. The stream of answers is always read: credit holds it back. */
export function relayToText(client: TextGatewayClient): TextGateway {
  return { relay: (open, answer, span) => startRelay(client, { ...open, creditBytes }, answer, span) };
}

function startRelay(client: TextGatewayClient, open: Open, answer: TextAnswer, span: Span): TextCall {
  let resendsLeft = resends;
  let hasHead = false;
  let isOver = false;
  let call = start();

  function start(): ClientDuplexStream<RelayRequest, RelayResponse> {
    const started = client.relay(metadataOf(span), { deadline: Date.now() + deadlineMs });
    started.on('data', onFrame);
    started.on('error', onError);
    // A stream that ends well but without a tail is as broken as any.
    started.on('end', () => {
      if (started === call) end(fault('upstream_cut'));
    });
    started.write({ open });
    return started;
  }

  function onFrame({ head, data, tail }: RelayResponse): void {
    if (isOver) return;
    if (data) answer.onData(data);
    else if (head) {
      hasHead = true;
      answer.onHead(head);
    } else if (tail) {
      isOver = true;
      call.end();
      answer.onTail(tail);
    }
  }

  function onError(error: Error): void {
    if (isOver) return;
    const cause = faultOf(error);
    if (!hasHead && cause?.notStarted && resendsLeft > 0) {
      resendsLeft -= 1;
      call = start();
      return;
    }
    end(cause ?? fault(wasSent() ? 'upstream_cut' : 'service_unavailable'));
  }

  function end(cause: Fault): void {
    if (isOver) return;
    isOver = true;
    if (hasHead) answer.onBroken();
    else answer.onRefused(cause);
  }

  /** A call that found no pod has no peer but the channel's own target. */
  function wasSent(): boolean {
    return call.getPeer() !== client.getChannel().getTarget();
  }

  return {
    credit(bytes) {
      if (!isOver) call.write({ creditBytes: bytes });
    },
    cancel() {
      if (isOver) return;
      isOver = true;
      call.cancel();
    },
  };
}
