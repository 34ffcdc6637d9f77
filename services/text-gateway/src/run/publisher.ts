/**
 * Sends closes to the ledger over JetStream. While the connection holds, closes of a few milliseconds leave in one
 * message and nobody waits for the broker; whatever may have been missed is read from the journal again. Nothing is
 * taken for delivered until the ledger says so.
 */
import { randomUUID } from 'node:crypto';
import { encodeMessage } from '@headgate/proto/encode';
import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { closesSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import { isSampled, type TraceContext } from '@headgate/runtime/tracing/span';
import { headers, type JetStreamClient, type MsgHdrs, type NatsConnection } from 'nats';
import { encodeBatch } from '../journal/encode-batch.ts';
import type { WrittenClose } from '../journal/journal.ts';
import type { Reach } from '../stage.ts';

export interface Publisher {
  /** Queues a close that the journal holds, and where the trace of its request stands. */
  publish(written: WrittenClose, trace?: TraceContext): void;
  /** Sends everything after `appliedSeq` again. */
  resend(appliedSeq: bigint): void;
  /** Called when the connection is there, first and again. */
  connected(): void;
  disconnected(): void;
  /** The highest seq that has left. */
  sentSeq(): bigint;
}

export interface PublisherContext {
  nats: NatsConnection;
  log: Log;
  readCloses: (afterSeq: bigint, limit: number) => Close[];
  lastSeq: () => bigint;
  reach: Reach;
  /** Makes the stream anew when it is missing. */
  ensureStream: () => Promise<unknown>;
}

/** Closes in one message at most. */
const batchSize = 500;
/** Bytes in one message at most, unless one close has more: half of what a broker takes by default. */
const maxMessageBytes = 512 * 1024;
/** Traces that one message names at most; the others end at this process. */
const maxTraces = 100;
/** The journal has them meanwhile. A message costs here, in the broker and in the ledger more than the closes in it. */
const gatherMs = 10;
const ackTimeoutMs = 5_000;
const pauseMs = 500;

export function createPublisher({
  nats,
  log,
  readCloses,
  lastSeq,
  ensureStream,
  reach,
}: PublisherContext): Publisher {
  const jetstream = nats.jetstream({ timeout: ackTimeoutMs });
  let gathered: WrittenClose[] = [];
  let traces: string[] = [];
  let sent = 0n;
  let isConnected = false;
  let catchingUp = false;

  function flush(): void {
    reach('before-publish');
    const closes = gathered;
    const traced = traces;
    gathered = [];
    if (traced.length > 0) traces = [];
    const first = closes[0]?.close;
    const last = closes.at(-1)?.close;
    if (!first || !last || catchingUp) return;
    if (!isConnected || first.seq !== sent + 1n) {
      catchUp();
      return;
    }
    try {
      for (const [index, message] of encodeMessages(closes.map(({ payload }) => payload)).entries()) {
        nats.publish(closesSubject, message, { headers: messageId(index === 0 ? traced : []) });
      }
      sent = last.seq;
    } catch (error) {
      log.warn({ err: error }, 'closes wait for NATS');
    }
  }

  /** Sends from the journal, one acknowledged message after the other, until nothing is left behind. */
  function catchUp(): void {
    if (catchingUp || !isConnected || sent >= lastSeq()) return;
    catchingUp = true;
    sendFromJournal()
      .catch((error) => {
        log.warn({ err: error }, 'closes wait for the billing stream');
        setTimeout(catchUp, pauseMs).unref();
      })
      .finally(() => {
        catchingUp = false;
      });
  }

  async function sendFromJournal(): Promise<void> {
    await ensureStream();
    while (isConnected && sent < lastSeq()) {
      const from = sent;
      const closes = readCloses(from, batchSize);
      const last = closes.at(-1);
      if (!last) return;
      await publishAcknowledged(jetstream, closes);
      // Unless it was sent back meanwhile.
      if (sent === from) sent = last.seq;
    }
  }

  return {
    publish(written, trace) {
      if (gathered.length === 0) setTimeout(flush, gatherMs);
      gathered.push(written);
      if (trace && isSampled(trace) && traces.length < maxTraces) traces.push(trace.traceparent);
    },
    resend(appliedSeq) {
      if (appliedSeq < sent) sent = appliedSeq;
      catchUp();
    },
    connected() {
      isConnected = true;
      catchUp();
    },
    disconnected() {
      isConnected = false;
    },
    sentSeq: () => sent,
  };
}

/** Sends closes and waits until the stream has them all. Rejects when it has not. */
export async function publishAcknowledged(
  jetstream: Pick<JetStreamClient, 'publish'>,
  closes: readonly Close[],
): Promise<void> {
  for (const message of encodeMessages(closes.map((close) => encodeMessage(Close, close)))) {
    await jetstream.publish(closesSubject, message, { headers: messageId() });
  }
}

/** As few messages as their limits allow. Closes are far below them as a rule, so halving is rare. */
function encodeMessages(closes: readonly Uint8Array[]): Uint8Array[] {
  if (closes.length <= batchSize) {
    const message = encodeBatch(closes);
    if (message.length <= maxMessageBytes || closes.length === 1) return [message];
  }
  const half = Math.ceil(closes.length / 2);
  return [...encodeMessages(closes.slice(0, half)), ...encodeMessages(closes.slice(half))];
}

/** An id of its own for every message, so that the broker drops none: duplicates are the ledger's business. */
function messageId(traces: readonly string[] = []): MsgHdrs {
  const values = headers();
  values.set('Nats-Msg-Id', randomUUID());
  for (const trace of traces) values.append('traceparent', trace);
  return values;
}
