import { billingStream } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import { ensureStream } from '@headgate/runtime/nats/stream';
import type { Knex } from 'knex';
import { type JetStreamManager, NatsError, type StreamInfo } from 'nats';
import { type Cursor, makeCursor, moveCursor, readCursor } from '../book/cursor.ts';
import { inTransaction } from '../postgres/transaction.ts';

/** Where the next message to book is. */
export interface Position {
  cursor: Cursor;
  /** Number of the stream's last message. */
  streamLastSeq: bigint;
  /** The cursor did not fit and went back to the stream's first message. */
  isReset: boolean;
}

interface Source {
  knex: Knex;
  manager: JetStreamManager;
  log: Log;
  streamReplicas: number;
}

/** The header by which every message of the stream is known. */
export const messageIdHeader = 'Nats-Msg-Id';
const noMessageFound = 10_037;

/**
 * Reads the cursor and makes sure that it belongs to the stream as it is now; otherwise it goes back to the
 * stream's first message. Booking something twice changes nothing, missing something loses money.
 */
export async function locate({ knex, manager, log, streamReplicas }: Source): Promise<Position> {
  let isReset = false;
  for (;;) {
    // First the cursor, then the stream: a stream that is ahead of the cursor is no contradiction.
    const cursor = await readCursor(knex, billingStream.name);
    const stream = await ensureStream(manager, { ...billingStream, replicas: streamReplicas });
    if (cursor && (await isOf(manager, stream, cursor))) {
      return { cursor, streamLastSeq: BigInt(stream.state.last_seq), isReset };
    }
    const start = startOf(stream);
    if (!cursor) {
      await makeCursor(knex, start);
      continue;
    }
    log.warn(
      { from: String(cursor.lastSeq), created: cursor.streamCreated, streamCreated: stream.created },
      'the cursor does not fit the billing stream: reading it from its first message',
    );
    await inTransaction(knex, (transaction) => moveCursor(transaction, cursor, start));
    isReset = true;
  }
}

/** A cursor before the first message of a stream. */
function startOf(stream: StreamInfo): Cursor {
  return {
    stream: stream.config.name,
    streamCreated: stream.created,
    lastSeq: BigInt(Math.max(stream.state.first_seq, 1) - 1),
    lastMessageId: '',
  };
}

/** Whether a cursor was made by reading this very stream, and the stream was not set back since. */
async function isOf(manager: JetStreamManager, stream: StreamInfo, cursor: Cursor): Promise<boolean> {
  const lastSeq = Number(cursor.lastSeq);
  if (cursor.streamCreated !== stream.created || lastSeq > stream.state.last_seq) return false;
  if (lastSeq < Math.max(stream.state.first_seq, 1)) return true;
  return (await messageId(manager, stream.config.name, lastSeq)) === cursor.lastMessageId;
}

async function messageId(
  manager: JetStreamManager,
  stream: string,
  seq: number,
): Promise<string | undefined> {
  try {
    const message = await manager.streams.getMessage(stream, { seq });
    return message.header.get(messageIdHeader);
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === noMessageFound) return undefined;
    throw error;
  }
}
