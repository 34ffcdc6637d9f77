import type { Cursor } from '../book/cursor.ts';
import type { Batch } from '../book/post.ts';
import type { SettleContext } from './context.ts';
import { locate, type Position } from './locate.ts';
import { openReader, type Received } from './reader.ts';
import { report } from './report.ts';
import { settleBatch } from './settle-batch.ts';
import { traceSettling } from './trace-settling.ts';

/**
 * Closes that are booked with one set of statements: as many as came while the batch before was booked. The more they are,
 * the more of them are of the same purses and slices, whose rows are written once. Draws on these wait for them.
 */
const maxCloses = 4_000;
/** What is fewer rests, so that more come together. */
const fewCloses = 500;

/**
 * Books what comes after a position until something is not as it should be, and says what: 'outrun' when
 * somebody else moved the cursor, otherwise why the reading must begin anew.
 */
export async function lead(context: SettleContext, position: Position): Promise<string> {
  const { manager, jetstream, signal, periods, steadyMs } = context;
  let { cursor, streamLastSeq } = position;
  const reader = await openReader(manager, jetstream, {
    stream: cursor.stream,
    fromSeq: Number(cursor.lastSeq) + 1,
  });
  const forget = context.onReconnect(() => reader.doubtBecause('NATS was away'));
  const stop = (): void => reader.doubtBecause('stopping');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  context.onLead(true);
  try {
    let checkedMs = steadyMs();
    let wasReading = true;
    for (;;) {
      const dueMs = checkedMs + periods.streamCheckMs - steadyMs();
      const received = dueMs > 0 ? await reader.take(dueMs, maxCloses) : [];
      const doubt = reader.doubt();
      if (doubt) return doubt;
      if (received.length > 0) {
        const batch = merge(received);
        const isSmall = reader.isEmpty() && batch.closes.length < fewCloses;
        const nextMs = steadyMs() + (isSmall ? periods.settleEveryMs : 0);
        const next = cursorAfter(cursor, received);
        const endSpans = traceSettling(received);
        const meanwhile = (): void => reader.readAhead(maxCloses);
        const settling = settleBatch({ ...context, meanwhile }, batch, cursor, next);
        const posted = await settling.catch((error) => {
          endSpans('database');
          throw error;
        });
        endSpans(posted === 'outrun' ? 'outrun' : undefined);
        if (posted === 'outrun') return 'outrun';
        context.reach('after-commit');
        cursor = next;
        wasReading = true;
        await report(context, posted);
        // What a batch costs beside its closes is much more than what one of them does.
        const restMs = Math.min(nextMs, checkedMs + periods.streamCheckMs) - steadyMs();
        if (restMs > 0) await reader.rest(restMs);
        continue;
      }
      // After a wiped server is back, a consumer may stay silent without a word.
      if (!wasReading && cursor.lastSeq < streamLastSeq) return 'the consumer is silent';
      const found = await locate(context);
      if (found.isReset) return 'the stream is another one';
      if (!isSame(found.cursor, cursor)) return 'outrun';
      streamLastSeq = found.streamLastSeq;
      checkedMs = steadyMs();
      wasReading = false;
    }
  } finally {
    context.onLead(false);
    signal.removeEventListener('abort', stop);
    forget();
    reader.close();
  }
}

function cursorAfter(cursor: Cursor, received: readonly Received[]): Cursor {
  const last = received.at(-1);
  return last ? { ...cursor, lastSeq: BigInt(last.seq), lastMessageId: last.messageId } : cursor;
}

function merge(received: readonly Received[]): Batch {
  return {
    closes: received.flatMap(({ batch }) => batch.closes),
    parked: received.flatMap(({ batch }) => batch.parked),
  };
}

function isSame(one: Cursor, other: Cursor): boolean {
  return one.lastSeq === other.lastSeq && one.streamCreated === other.streamCreated;
}
