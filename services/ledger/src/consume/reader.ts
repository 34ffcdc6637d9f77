import { isTracing } from '@headgate/runtime/tracing/begin-span';
import {
  AckPolicy,
  ConsumerDebugEvents,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  nanos,
} from 'nats';
import type { Batch } from '../book/post.ts';
import { messageIdHeader } from './locate.ts';
import { readCloses } from './read-closes.ts';

/** One message of the stream. */
export interface Received {
  seq: number;
  messageId: string;
  batch: Batch;
  /** Where the traces of its requests stand; empty unless this process traces. */
  traces: readonly string[];
}

/**
 * Reads a stream in order from one message on, without acknowledgements. It never repairs itself: at the
 * first gap, error or event it turns doubtful, and whoever owns it makes a new one.
 */
export interface Reader {
  /** Waits up to `waitMs` for messages; returns those that are there, up to about `maxCloses`, or none. */
  take(waitMs: number, maxCloses: number): Promise<Received[]>;
  /** Reads what the next take will give, while there is time. */
  readAhead(maxCloses: number): void;
  /** Whether no message is left that came and was not taken. */
  isEmpty(): boolean;
  /** Lets messages gather; not for so long that the reader is full, nor when it is doubtful. */
  rest(forMs: number): Promise<void>;
  /** Why this reader must not be trusted any more. */
  doubt(): string | undefined;
  doubtBecause(reason: string): void;
  close(): void;
}

/** Messages that wait in memory at most, as they came. One may carry hundreds of closes. */
const maxWaiting = 256;
/**
 * The server is silent while nothing is asked of it, which is so while a quarter of what may wait is booked: tens of
 * thousands of closes after an outage. A consumer that is silent for other reasons is noticed by its owner, sooner.
 */
const [askForMs, heartbeatMs] = [30_000, 15_000];

export async function openReader(
  manager: JetStreamManager,
  jetstream: JetStreamClient,
  { stream, fromSeq }: { stream: string; fromSeq: number },
): Promise<Reader> {
  const info = await manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: fromSeq,
    max_deliver: 1,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(60_000),
  });
  // A plain consumer on purpose: the library's ordered one reads ahead without bound.
  const messages = await jetstream.consumers
    .getPullConsumerFor(info)
    .consume({ max_messages: maxWaiting, expires: askForMs, idle_heartbeat: heartbeatMs });

  const waiting: Waiting[] = [];
  let doubt: string | undefined;
  let wakeTaker: (() => void) | undefined;
  let endRest: (() => void) | undefined;
  let wakePump: (() => void) | undefined;

  const doubtBecause = (reason: string): void => {
    doubt ??= reason;
    wakeTaker?.();
    endRest?.();
    wakePump?.();
  };

  async function pump(): Promise<void> {
    let delivered = 0;
    for await (const message of messages) {
      delivered += 1;
      if (message.info.deliverySequence !== delivered) return doubtBecause('a message is missing');
      waiting.push({ message, received: undefined });
      wakeTaker?.();
      if (waiting.length >= maxWaiting / 2) endRest?.();
      while (waiting.length >= maxWaiting && !doubt) {
        await new Promise<void>((resolve) => {
          wakePump = resolve;
        });
      }
      if (doubt) return;
    }
    doubtBecause('the consumer ended');
  }

  async function watch(): Promise<void> {
    for await (const { type } of await messages.status()) {
      // Asking for more, and being told that there is nothing more, is how an idle consumer lives.
      if (type !== ConsumerDebugEvents.Next && type !== ConsumerDebugEvents.Discard) doubtBecause(type);
    }
  }

  pump().catch((error) => doubtBecause(`the consumer failed: ${error}`));
  watch().catch((error) => doubtBecause(`the consumer's events failed: ${error}`));

  return {
    async take(waitMs, maxCloses) {
      if (waiting.length === 0 && !doubt) {
        await until(waitMs, (wake) => {
          wakeTaker = wake;
        });
        wakeTaker = undefined;
      }
      const taken = takeUpTo(waiting, maxCloses);
      wakePump?.();
      return taken;
    },
    readAhead: (maxCloses) => void countUpTo(waiting, maxCloses),
    isEmpty: () => waiting.length === 0,
    async rest(forMs) {
      if (waiting.length >= maxWaiting / 2 || doubt) return;
      await until(forMs, (wake) => {
        endRest = wake;
      });
      endRest = undefined;
    },
    doubt: () => doubt,
    doubtBecause,
    close() {
      doubtBecause('closed');
      // Neither end is waited for: the library's may never come, and an unused consumer ends by itself.
      void messages.close();
      manager.consumers.delete(stream, info.name).catch(() => undefined);
    },
  };
}

/** Waits for some time, or until what it gives is called. */
function until(forMs: number, give: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, forMs);
    give(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Decoded once it is taken, or looked at to be: decoding all that may wait would stop the process for seconds. */
interface Waiting {
  message: JsMsg;
  received: Received | undefined;
}

/** Takes the messages that make `maxCloses` closes; at least one. */
function takeUpTo(waiting: Waiting[], maxCloses: number): Received[] {
  return waiting.splice(0, countUpTo(waiting, maxCloses)).map(({ message, received }) => {
    return received ?? toReceived(message);
  });
}

/** How many messages make them, each decoded once. */
function countUpTo(waiting: Waiting[], maxCloses: number): number {
  let closes = 0;
  const end = waiting.findIndex((one, index) => {
    one.received ??= toReceived(one.message);
    closes += one.received.batch.closes.length;
    return index > 0 && closes > maxCloses;
  });
  return end === -1 ? waiting.length : end;
}

function toReceived(message: JsMsg): Received {
  return {
    seq: message.info.streamSequence,
    messageId: message.headers?.get(messageIdHeader) ?? '',
    batch: readCloses(message.data),
    traces: isTracing() ? (message.headers?.values('traceparent') ?? []) : [],
  };
}
