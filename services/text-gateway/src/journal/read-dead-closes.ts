import { readFile } from 'node:fs/promises';
import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { decodeRecords } from './record.ts';
import type { DeadRun } from './recover.ts';

export interface DeadBatch {
  /** In rising seq. */
  closes: Close[];
  /** How many numbers the journal knows nothing of, up to here. */
  missing: bigint;
}

export interface DeadRange {
  /** The ledger has everything up to this seq. */
  afterSeq: bigint;
  /** The orphans get the numbers above this one. */
  orphansAfter: bigint;
  /** Numbers to fill at most. */
  maxFilled: bigint;
}

const batchSize = 500;

/**
 * What a dead run has to send, in batches: the closes on its disk, then its orphans. A number that the disk
 * lost is filled with a copy of the close that follows. For the ledger that is a second delivery, which books
 * nothing and lets `applied_seq` pass.
 */
export async function* readDeadCloses(dead: DeadRun, range: DeadRange): AsyncGenerator<DeadBatch> {
  let closes: Close[] = [];
  let missing = 0n;
  let next = range.afterSeq + 1n;
  for await (const close of readKnown(dead, range)) {
    if (close.seq > next) missing += close.seq - next;
    if (missing > range.maxFilled) next = close.seq;
    for (; next <= close.seq; next += 1n) {
      closes.push(next === close.seq ? close : { ...close, seq: next });
      if (closes.length < batchSize) continue;
      yield { closes, missing };
      closes = [];
    }
  }
  if (closes.length > 0) yield { closes, missing };
}

/** What the journal knows, of which what the ledger has is skipped as far as that saves reading. */
async function* readKnown(dead: DeadRun, { afterSeq, orphansAfter }: DeadRange): AsyncGenerator<Close> {
  for (const segment of dead.segments) {
    if (segment.lastSeq <= afterSeq) continue;
    for (const { kind, seq, payload } of decodeRecords(await readFile(segment.path))) {
      if (kind === 'close' && seq > afterSeq) yield Close.decode(payload);
    }
  }
  let seq = orphansAfter;
  for (const orphan of dead.orphans) {
    seq += 1n;
    yield { ...orphan, seq };
  }
}
