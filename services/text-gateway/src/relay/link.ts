import { type handleBidiStreamingCall, status } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type {
  LinkOpen,
  LinkRequest,
  LinkRequestFrame,
  LinkResponse,
  LinkResponseFrame,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { createFrameWriter } from '@headgate/runtime/rpc/frame-writer';
import { beginServingWithin } from '@headgate/runtime/tracing/rpc-span';
import type { GatewayContext } from '../context.ts';
import { type AnswerLine, type CarriedAnswer, createAnswer } from './answers/answer.ts';
import { createKnownCallers } from './known-callers.ts';
import { serve as serveRequest } from './serve.ts';

/** As often as the ingress pings; without anything heard for three times as long it is dead. */
const pingMs = 5_000;
const missedLimit = 3;
const bytesOf = ({ data }: LinkResponseFrame): number => data?.length ?? 0;

interface Carried {
  /** Cleared when it is carried no more: the map's garbage lives long. */
  answer: CarriedAnswer | undefined;
  endsAtMs: number;
}

/** The RPC `Link`: requests as `Relay` has them, many on one stream. What waits to be sent is bounded by their credit. */
export function createLink(
  context: GatewayContext,
  { checkMs = pingMs, serve = serveRequest } = {},
): handleBidiStreamingCall<LinkRequest, LinkResponse> {
  const callers = createKnownCallers();
  return (call) => {
    const carried = new Map<number, Carried>();
    let hasHeard = false;
    let missed = 0;
    const writer = createFrameWriter<LinkResponseFrame>({
      write: (frames, done) => call.write({ frames }, done),
      bytesOf,
    });

    function take(frame: LinkRequestFrame): void {
      const { request, open, creditBytes } = frame;
      if (request === 0) writer.push({ request, ping: {} });
      else if (open) start(request, open, frame.body);
      else if (creditBytes !== undefined) carried.get(request)?.answer?.addCredit(creditBytes);
      else if (frame.cancel) end(request);
    }

    function start(request: number, { open, caller, deadlineMs, ...trace }: LinkOpen, body: Buffer): void {
      if (!open || carried.has(request)) return;
      const answer = createAnswer(lineOf(request));
      carried.set(request, { answer, endsAtMs: performance.now() + deadlineMs });
      answer.addCredit(open.creditBytes);
      open.body = body;
      try {
        open.caller = callers.of(caller);
      } catch {
        answer.fail(new FaultError(fault('internal_error')));
        return;
      }
      const span = beginServingWithin(trace, call.getPath());
      void span
        .run(() => serve(context, open, answer))
        .finally(() => {
          span.end();
          // An ingress that still waits for what it used hears that nothing more comes: it may want to end the link.
          if (answer.gone.aborted) writer.push({ request, refused: fault('upstream_cut') });
        });
    }

    function lineOf(request: number): AnswerLine {
      return {
        head: (head) => writer.push({ request, head }),
        data: (data) => writer.push({ request, data }),
        tail(tail) {
          forget(request);
          writer.push({ request, tail });
        },
        left: (tail) => writer.push({ request, tail }),
        refuse(error) {
          forget(request);
          const refused = error instanceof FaultError ? error.fault : fault('internal_error');
          writer.push({ request, refused });
        },
      };
    }

    function forget(request: number): CarriedAnswer | undefined {
      const one = carried.get(request);
      const answer = one?.answer;
      if (one) one.answer = undefined;
      carried.delete(request);
      return answer;
    }

    /** Its client has gone. */
    function end(request: number): void {
      forget(request)?.leave();
    }

    /** Ingress may still carry it: what it hears next would be taken for a clean end. */
    function cutOff(request: number): void {
      writer.push({ request, refused: fault('upstream_cut') });
      end(request);
    }

    function endAll(): void {
      clearInterval(checks);
      context.draining.removeEventListener('abort', drain);
      writer.end();
      for (const request of [...carried.keys()]) end(request);
    }

    function check(): void {
      missed = hasHeard ? 0 : missed + 1;
      hasHeard = false;
      if (missed >= missedLimit) {
        endAll();
        call.emit('error', { code: status.UNAVAILABLE, details: 'nothing was heard for too long' });
        return;
      }
      const nowMs = performance.now();
      for (const [request, { endsAtMs }] of carried) if (endsAtMs <= nowMs) cutOff(request);
    }

    function drain(): void {
      writer.push({ request: 0, drain: {} });
    }

    call.on('data', ({ frames }: LinkRequest) => {
      hasHeard = true;
      for (const frame of frames) take(frame);
    });
    // It ends the stream when it has nothing on it any more.
    call.on('end', () => {
      endAll();
      call.end();
    });
    call.on('cancelled', endAll);
    // An error of the transport is followed by `cancelled`; without a listener it would end the process.
    call.on('error', () => undefined);
    const checks = setInterval(check, checkMs);
    context.draining.addEventListener('abort', drain);
    if (context.draining.aborted) drain();
    else writer.push({ request: 0, ping: {} });
  };
}
