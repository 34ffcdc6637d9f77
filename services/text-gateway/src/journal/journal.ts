/**
 * The journal of one run: an open record before a request reaches an upstream, a close record before its
 * answer ends. Appends are synchronous and not fsynced: they survive the death of the process, not of the
 * machine. A request that could open can always close, because its room is kept.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { encodeRecord, payloadOf, writeSeq } from './record.ts';
import { findDeadRuns } from './recover.ts';
import {
  appendRecord,
  createSegment,
  type OpenRequest,
  readRecord,
  readRecords,
  removeSegment,
  type Segment,
} from './segment.ts';
import { sizeOfDeadRuns } from './size-of-dead-runs.ts';

export interface Journal {
  /** Writes the open record; undefined when there is no room, and the request must not go on. */
  open(close: Close): OpenRequest | undefined;
  /**
   * Writes the close record under the next seq, and returns what it holds. Throws when the disk refuses
   * it: then nothing has changed, the request is still open, and recovery will close it.
   */
  close(request: OpenRequest, close: Close): WrittenClose;
  /** Closes with a seq above `afterSeq`, oldest first, from disk. */
  readCloses(afterSeq: bigint, limit: number): Close[];
  /** Drops segments that are of no use once everything up to this seq is booked. */
  trim(appliedSeq: bigint): void;
  lastSeq(): bigint;
  openRequests(): number;
  /** What this run and those that died before it take of the disk. */
  sizeBytes(): number;
  /** Whether one more request could open. */
  hasRoom(): boolean;
  /** Why the last segment that was asked for could not be made; undefined where it was, or the journal has all it may. */
  refusal(): unknown;
  /** The directory of this run. */
  dir: string;
}

/** A close with its seq, as it is and as it stands in the journal. */
export interface WrittenClose {
  close: Close;
  payload: Uint8Array;
}

export interface JournalOptions {
  dir: string;
  run: string;
  segmentBytes: number;
  /** For all runs under `dir` together: the volume that they share must not overflow. */
  maxBytes: number;
  /** A steady clock in milliseconds. */
  now?: () => number;
}

/** How much longer a close record can be than its open record: the numbers that only a close knows. */
const closeMarginBytes = 512;
/** A request with a longer record is refused. Also what a segment's end may lose: records never span two. */
const maxRecordBytes = 8 * 1024;
/** Above this many segments, requests that have been open for long are carried forward. */
const carryAbove = 8;
/** A disk that refused a segment is not asked again for so long: every attempt writes most of one. */
const refusalMs = 1_000;

/** Starts the journal of a new run in a directory of its own under `dir`. */
export function openJournal(options: JournalOptions): Journal {
  const { dir, run, segmentBytes, maxBytes, now = () => performance.now() } = options;
  const runDir = join(dir, run);
  mkdirSync(runDir, { recursive: true });
  let nextNumber = 1;
  let refusal: { until: number; cause: unknown } | undefined;
  let seq = 0n;
  let openCount = 0;
  /** Room that the close records of open requests will need. */
  let promisedBytes = 0;
  /** Where the last reader of closes stopped: behind the close with this seq. */
  let lastRead: { seq: bigint; segment: Segment; at: number } | undefined;
  /** Oldest first; the last one is `current`. */
  const written: Segment[] = [];
  /** Empty segments, ready to be written. */
  const spares: Segment[] = [];
  // A full disk gets room when dead runs are finished, and only a process that runs does that: it begins with none.
  const hasDeadRuns = findDeadRuns(dir, run).length > 0;
  const first =
    makeSegment() ?? (refusal && hasDeadRuns ? createSegment(runDir, nextNumber++, 0) : undefined);
  if (!first)
    throw new Error(`The journal directory ${dir} has no room for one segment of ${segmentBytes} bytes`, {
      cause: refusal?.cause,
    });
  written.push(first);
  let current = first;

  function makeSegment(): Segment | undefined {
    const bytes = (written.length + spares.length + 1) * segmentBytes;
    if (bytes > maxBytes) return undefined;
    if (refusal && now() < refusal.until) return undefined;
    try {
      // The first is made all the same: only a process that runs can finish dead runs, which makes room.
      if (written.length > 0 && bytes + sizeOfDeadRuns(dir, run) > maxBytes)
        throw new Error('Runs that are not finished yet take the room');
      const segment = createSegment(runDir, nextNumber++, segmentBytes);
      refusal = undefined;
      return segment;
    } catch (cause) {
      refusal = { until: now() + refusalMs, cause };
      return undefined;
    }
  }

  /** Whether `bytes` fit beside what is promised already; prepares segments until they do. */
  function makeRoom(bytes: number): boolean {
    for (;;) {
      const room = current.size - current.at + spares.length * (segmentBytes - maxRecordBytes);
      if (promisedBytes + bytes + maxRecordBytes <= room) return true;
      const spare = makeSegment();
      if (!spare) return false;
      spares.push(spare);
    }
  }

  function append(record: Buffer): Segment {
    if (current.at + record.length > current.size) {
      const next = spares.shift();
      if (!next) throw new Error('The journal has no room for a record that was promised room');
      current = next;
      written.push(current);
    }
    appendRecord(current, record);
    return current;
  }

  /** Writes the open records of a segment again, so that it can go. */
  function carryForward(segment: Segment): void {
    for (const request of segment.openRequests) {
      if (!makeRoom(request.sizeBytes)) return;
      const record = readRecord(segment, request.at, request.sizeBytes);
      // Its segment stays as long as the request is open.
      if (!record) continue;
      writeSeq(record, seq);
      const into = append(record);
      segment.openRequests.remove(request.place);
      follow(request, into);
    }
  }

  /** Its record was just written, to the end of this segment. */
  function follow(request: OpenRequest, segment: Segment): void {
    request.segment = segment;
    request.at = segment.at - request.sizeBytes;
    request.place = segment.openRequests.add(request);
  }

  function readCloses(afterSeq: bigint, limit: number): Close[] {
    const closes: Close[] = [];
    const from = lastRead?.seq === afterSeq ? lastRead : undefined;
    for (const segment of written) {
      if (segment.lastSeq <= afterSeq) continue;
      const at = segment === from?.segment ? from.at : 0;
      for (const record of readRecords(segment, at)) {
        if (record.kind !== 'close' || record.seq <= afterSeq) continue;
        closes.push(Close.decode(record.payload));
        lastRead = { seq: record.seq, segment, at: record.end };
        if (closes.length === limit) return closes;
      }
    }
    return closes;
  }

  return {
    dir: runDir,
    open(close) {
      const record = encodeRecord('open', seq, close);
      const sizeBytes = record.length;
      const closeBytes = sizeBytes + closeMarginBytes;
      if (closeBytes > maxRecordBytes || !makeRoom(sizeBytes + closeBytes)) return undefined;
      const segment = append(record);
      const request: OpenRequest = { segment, at: 0, sizeBytes, place: -1, closeBytes };
      follow(request, segment);
      promisedBytes += closeBytes;
      openCount += 1;
      return request;
    },
    close(request, close) {
      const numbered = { ...close, seq: seq + 1n };
      const record = encodeRecord('close', numbered.seq, numbered);
      const beyondPromise = record.length - request.closeBytes;
      if (record.length > maxRecordBytes || (beyondPromise > 0 && !makeRoom(beyondPromise)))
        throw new Error(`The close of ${close.id} takes ${beyondPromise} bytes more than were kept for it`);
      const segment = append(record);
      seq = numbered.seq;
      segment.lastSeq = seq;
      promisedBytes -= request.closeBytes;
      openCount -= 1;
      request.segment.openRequests.remove(request.place);
      return { close: numbered, payload: payloadOf(record) };
    },
    readCloses,
    trim(appliedSeq) {
      const oldest = written[0];
      if (written.length > carryAbove && oldest && oldest !== current && oldest.lastSeq <= appliedSeq) {
        carryForward(oldest);
      }
      // Only from the oldest on: a close must not go before the open record that it answers.
      for (;;) {
        const segment = written[0];
        if (!segment || segment === current) return;
        if (segment.openRequests.size > 0 || segment.lastSeq > appliedSeq) return;
        removeSegment(segment);
        written.shift();
        refusal = undefined;
      }
    },
    lastSeq: () => seq,
    openRequests: () => openCount,
    sizeBytes: () => (written.length + spares.length) * segmentBytes + sizeOfDeadRuns(dir, run),
    hasRoom: () => makeRoom(2 * maxRecordBytes),
    refusal: () => refusal?.cause,
  };
}
