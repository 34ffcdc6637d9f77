import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { RelayRequest, RelayResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { toStatus } from '@headgate/runtime/rpc/fault-details';
import { beginServing } from '@headgate/runtime/tracing/rpc-span';
import type { GatewayContext } from '../context.ts';
import { createAnswer } from './answers/answer.ts';
import { serve } from './serve.ts';

/** The RPC `Relay`: the first message opens the request, those after it bring credit. */
export function createRelay(context: GatewayContext): handleBidiStreamingCall<RelayRequest, RelayResponse> {
  return (call) => {
    const answer = createAnswer({
      head: (head) => void call.write({ head }),
      data: (data) => void call.write({ data }),
      tail(tail) {
        call.write({ tail });
        call.end();
      },
      refuse: (error) => void call.emit('error', toStatus(error)),
    });
    let isOpen = false;
    call.on('data', ({ open, creditBytes }: RelayRequest) => {
      if (creditBytes !== undefined) answer.addCredit(creditBytes);
      if (!open || isOpen) return;
      isOpen = true;
      answer.addCredit(open.creditBytes);
      const span = beginServing({ metadata: call.metadata, path: call.getPath() });
      void span.run(() => serve(context, open, answer)).finally(span.end);
    });
    call.on('cancelled', () => answer.leave());
    // An error of the transport is followed by `cancelled`; without a listener it would end the process.
    call.on('error', () => undefined);
  };
}
