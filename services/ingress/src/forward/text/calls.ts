import type { ClientDuplexStream } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type {
  RelayRequest,
  RelayResponse,
  TextGatewayClient,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { metadataOf } from '@headgate/runtime/tracing/rpc-span';
import type { Span } from '@headgate/runtime/tracing/span';
import {
  creditBytes,
  deadlineMs,
  type TextAnswer,
  type TextCall,
  type TextCarrier,
  type TextOpen,
} from './text-gateway.ts';

/** Carries every request, each in a call of its own. The stream of answers is always read: credit holds it back. */
export function carryByCalls(client: TextGatewayClient): TextCarrier {
  return { carry: (open, answer, span) => startCall(client, open, answer, span) };
}

function startCall(client: TextGatewayClient, open: TextOpen, answer: TextAnswer, span: Span): TextCall {
  const call: ClientDuplexStream<RelayRequest, RelayResponse> = client.relay(metadataOf(span), {
    deadline: Date.now() + deadlineMs,
  });
  let hasHead = false;
  let isOver = false;

  call.on('data', ({ head, data, tail }: RelayResponse) => {
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
  });
  call.on('error', (error) => {
    if (isOver) return;
    isOver = true;
    if (hasHead) answer.onBroken();
    else answer.onRefused(faultOf(error) ?? fault(wasSent() ? 'upstream_cut' : 'service_unavailable'));
  });
  // A stream that ends well but without a tail is as broken as any.
  call.on('end', () => {
    if (isOver) return;
    isOver = true;
    if (hasHead) answer.onBroken();
    else answer.onRefused(fault('upstream_cut'));
  });
  call.write({ open: { ...open, creditBytes } });

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
