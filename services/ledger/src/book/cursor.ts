import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { runStatement, type Statement } from '../postgres/statement.ts';

/** How far a stream is booked. `lastMessageId` proves that the stream is still the one that was read. */
export interface Cursor {
  stream: string;
  /** The creation time that the stream itself states. */
  streamCreated: string;
  lastSeq: bigint;
  lastMessageId: string;
}

export async function readCursor(database: Knex, stream: string): Promise<Cursor | undefined> {
  const [cursor] = await rowsOf<Cursor>(
    database,
    `select stream, stream_created as "streamCreated", last_seq as "lastSeq", last_msg_id as "lastMessageId"
     from cursor where stream = ?`,
    [stream],
  );
  return cursor;
}

/** Makes the cursor of a stream that was never read. */
export async function makeCursor(database: Knex, cursor: Cursor): Promise<void> {
  await rowsOf(
    database,
    `insert into cursor (stream, stream_created, last_seq, last_msg_id) values (?, ?, ?, ?)
     on conflict (stream) do nothing`,
    [cursor.stream, cursor.streamCreated, cursor.lastSeq, cursor.lastMessageId],
  );
}

const move: Statement = {
  name: 'move-cursor',
  text: `
    update cursor set stream_created = $1, last_seq = $2, last_msg_id = $3, moved_at = now()
    where stream = $4 and stream_created = $5 and last_seq = $6`,
};

/**
 * Moves the cursor on, in the transaction that books what lies between. False when the
 * cursor is no longer at `from`: another replica leads, or the database was set back.
 */
export async function moveCursor(
  transaction: Knex,
  from: Cursor,
  to: { streamCreated: string; lastSeq: bigint; lastMessageId: string },
): Promise<boolean> {
  const { rowCount } = await runStatement(transaction, move, [
    to.streamCreated,
    to.lastSeq,
    to.lastMessageId,
    from.stream,
    from.streamCreated,
    from.lastSeq,
  ]);
  return rowCount === 1;
}
