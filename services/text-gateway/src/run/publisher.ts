/**
 * Sends closes to the ledger over JetStream. While the connection holds, a turn's closes leave in one message
 * and nobody waits for the broker; whatever may have been missed is read from the journal again. Nothing is
 * taken for delivered until the ledger says so.
 */
import { randomUUID } from 'node:crypto';
import { type Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { closesSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import { headers, type JetStreamClient, type MsgHdrs, type NatsConnection } from 'nats';
import type { Reach } from '../stage.ts';

export interface Publisher {
  /** Queues a close that the journal holds. */
  publish(close: Close): void;
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

/** Closes in one message at most: at about 400 bytes each, far below the broker's limit. */
const batchSize = 500;
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
  let turn: Close[] = [];
  let sent = 0n;
  let isConnected = false;
  let catchingUp = false;

  function flushTurn(): void {
    reach('before-publish');
    const closes = turn;
    turn = [];
    const first = closes[0];
    const last = closes.at(-1);
    if (!first || !last || catchingUp) return;
    if (!isConnected || first.seq !== sent + 1n) {
      catchUp();
      return;
    }
    try {
      for (let from = 0; from < closes.length; from += batchSize) {
        nats.publish(closesSubject, encode(closes.slice(from, from + batchSize)), { headers: messageId() });
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
      const closes = readCloses(sent, batchSize);
      const last = closes.at(-1);
      if (!last) return;
      await publishAcknowledged(jetstream, closes);
      if (last.seq > sent) sent = last.seq;
    }
  }

  return {
    publish(close) {
      if (turn.length === 0) setImmediate(flushTurn);
      turn.push(close);
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

/** Sends closes in one message and waits until the stream has it. Rejects when it has not. */
export async function publishAcknowledged(
  jetstream: JetStreamClient,
  closes: readonly Close[],
): Promise<void> {
  await jetstream.publish(closesSubject, encode(closes), { headers: messageId() });
}

function encode(closes: readonly Close[]): Uint8Array {
  return CloseBatch.encode({ closes: [...closes] }).finish();
}

/** An id of its own for every message, so that the broker drops none: duplicates are the ledger's business. */
function messageId(): MsgHdrs {
  const values = headers();
  values.set('Nats-Msg-Id', randomUUID());
  return values;
}
