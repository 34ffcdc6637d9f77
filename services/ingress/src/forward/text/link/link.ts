import type { ClientDuplexStream } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type {
  LinkRequest,
  LinkRequestFrame,
  LinkResponse,
  LinkResponseFrame,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { createFrameWriter } from '@headgate/runtime/rpc/frame-writer';
import { creditBytes, type TextAnswer, type TextCarrier, type TextOpen } from '../text-gateway.ts';
import { encodeCaller } from './encode-caller.ts';

/** One long-lived stream to one pod, which carries many requests. */
export interface Link extends TextCarrier {
  /** Requests on it. */
  openCount(): number;
  /** Takes nothing more, and ends when its last request has ended. */
  leave(): void;
}

interface LinkOptions {
  pingMs: number;
  /** How long a request may take. */
  deadlineMs: number;
  /** The pod takes requests from now on. */
  onReady(): void;
  /** It does not any more: the link is over, or leaving. */
  onLeaving(): void;
  /** The stream is over, and all that was on it. */
  onEnd(): void;
}

/** Above this a pod does not read as fast as it is written to: it takes nothing more until it does. */
const waitingLimitBytes = 16 * 1024 * 1024;
/** Pings without anything heard, after which the pod is dead. */
const missedLimit = 3;
const lastNumber = 0xffff_ffff;
const noBody = Buffer.alloc(0);
/** How long a pod has to say what a request used that was cancelled, and how many such are waited for. */
const usedWithinMs = 60_000;
const leftLimit = 1_000;

interface Carried {
  /** Cleared when it is carried no more: the map's garbage lives long. */
  answer: TextAnswer | undefined;
  hasHead: boolean;
  endsAtMs: number;
}

interface Left {
  onUsed(tokens: bigint): void;
  untilMs: number;
}

/** Speaks the ingress's side of `Link`. */
export function openLink(
  stream: ClientDuplexStream<LinkRequest, LinkResponse>,
  { pingMs, deadlineMs, onReady, onLeaving, onEnd }: LinkOptions,
): Link {
  const carried = new Map<number, Carried>();
  /** Cancelled, and of which it is to be heard what they used. */
  const left = new Map<number, Left>();
  let state: 'connecting' | 'ready' | 'leaving' | 'over' = 'connecting';
  let number = 0;
  let hasHeard = false;
  let missed = 0;
  const writer = createFrameWriter<LinkRequestFrame>({
    write: (frames, done) => stream.write({ frames }, done),
    bytesOf: ({ body }) => body.length,
  });

  stream.on('data', ({ frames }: LinkResponse) => {
    hasHeard = true;
    if (state === 'connecting') {
      state = 'ready';
      onReady();
    }
    for (const frame of frames) take(frame);
  });
  stream.on('error', end);
  stream.on('end', end);
  const pings = setInterval(tick, pingMs);

  function take(frame: LinkResponseFrame): void {
    if (frame.request === 0) {
      if (frame.drain) leave();
      return;
    }
    const one = carried.get(frame.request);
    // What is not carried any more was cancelled.
    if (!one?.answer) takeLeft(frame);
    else if (frame.data) one.answer.onData(frame.data);
    else if (frame.head) {
      one.hasHead = true;
      one.answer.onHead(frame.head);
    } else if (frame.tail) forget(frame.request, one)?.onTail(frame.tail);
    else if (frame.refused) breakOff(frame.request, one, frame.refused);
  }

  function takeLeft({ request, tail, refused }: LinkResponseFrame): void {
    if (!tail && !refused) return;
    const one = left.get(request);
    left.delete(request);
    if (tail) one?.onUsed(tail.tokens);
    endIfDone();
  }

  function breakOff(request: number, one: Carried, cause: Fault): void {
    const answer = forget(request, one);
    if (one.hasHead) answer?.onBroken();
    else answer?.onRefused(cause);
  }

  function forget(request: number, one: Carried): TextAnswer | undefined {
    const { answer } = one;
    one.answer = undefined;
    carried.delete(request);
    endIfDone();
    return answer;
  }

  function leave(): void {
    if (state === 'leaving' || state === 'over') return;
    state = 'leaving';
    onLeaving();
    endIfDone();
  }

  /**
   * The stream ends from this side, so that the pod never has a request that comes after its end; not before it has said what those
   * used that were cancelled.
   */
  function endIfDone(): void {
    if (state !== 'leaving' || carried.size > 0 || left.size > 0) return;
    writer.end();
    stream.end();
  }

  function end(): void {
    if (state === 'over') return;
    const wasLeaving = state === 'leaving';
    state = 'over';
    clearInterval(pings);
    const unsent = new Set(writer.end().flatMap(({ request, open }) => (open ? request : [])));
    if (!wasLeaving) onLeaving();
    for (const [request, one] of carried) {
      const isUnsent = unsent.has(request);
      const cause = isUnsent ? fault('service_unavailable', { notStarted: true }) : fault('upstream_cut');
      breakOff(request, one, cause);
    }
    onEnd();
  }

  function tick(): void {
    missed = hasHeard ? 0 : missed + 1;
    hasHeard = false;
    if (missed >= missedLimit) {
      stream.cancel();
      end();
      return;
    }
    say(0, { ping: {} });
    const nowMs = performance.now();
    for (const [request, { untilMs }] of left) if (untilMs <= nowMs) left.delete(request);
    endIfDone();
    for (const [request, one] of carried) {
      if (one.endsAtMs > nowMs) continue;
      say(request, { cancel: {} });
      breakOff(request, one, fault('upstream_cut'));
    }
  }

  function say(request: number, frame: Partial<LinkRequestFrame>): void {
    writer.push({ ...frame, request, body: frame.body ?? noBody });
  }

  function nextNumber(): number {
    do number = number === lastNumber ? 1 : number + 1;
    while (carried.has(number) || left.has(number));
    return number;
  }

  return {
    openCount: () => carried.size,
    leave,
    carry(open: TextOpen, answer, { context }) {
      if (state !== 'ready' || writer.waitingBytes() > waitingLimitBytes) return undefined;
      const request = nextNumber();
      const one: Carried = { answer, hasHead: false, endsAtMs: performance.now() + deadlineMs };
      carried.set(request, one);
      const { traceparent = '', tracestate = '' } = context ?? {};
      writer.push({
        request,
        open: {
          open: { ...open, body: noBody, caller: undefined, creditBytes },
          caller: encodeCaller(open.caller),
          deadlineMs,
          traceparent,
          tracestate,
        },
        body: open.body,
      });
      return {
        credit(bytes) {
          if (one.answer) say(request, { creditBytes: bytes });
        },
        cancel(onUsed) {
          if (!one.answer) return;
          say(request, { cancel: {} });
          if (onUsed && left.size < leftLimit)
            left.set(request, { onUsed, untilMs: performance.now() + usedWithinMs });
          forget(request, one);
        },
      };
    },
  };
}
