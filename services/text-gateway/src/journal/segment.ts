import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createSlots, type Slots } from '@headgate/runtime/slots';
import { decodeRecords, type JournalRecord } from './record.ts';

/** One preallocated file of the journal. */
export interface Segment {
  file: number;
  path: string;
  size: number;
  /** Where the next record goes. */
  at: number;
  /** Requests whose newest open record is here, and that are not closed yet. */
  openRequests: Slots<OpenRequest>;
  /** The highest close that is written here; 0 when there is none. */
  lastSeq: bigint;
}

/** A request between its open and its close record. */
export interface OpenRequest {
  /** Where its newest open record is, to write it again when that segment is to go. */
  segment: Segment;
  at: number;
  sizeBytes: number;
  /** Among the open requests of the segment. */
  place: number;
  /** Room that is kept for its close record. */
  closeBytes: number;
}

const chunk = Buffer.alloc(256 * 1024);

/** Makes a segment whose bytes all exist on disk, so that a full disk is met here and not at a close. */
export function createSegment(dir: string, number: number, size: number): Segment {
  const path = join(dir, segmentName(number));
  const file = openSync(path, 'wx+');
  try {
    for (let at = 0; at < size; at += chunk.length)
      writeWhole(file, chunk.subarray(0, Math.min(chunk.length, size - at)), at);
  } catch (error) {
    closeSync(file);
    unlinkSync(path);
    throw error;
  }
  return { path, file, size, at: 0, openRequests: createSlots(), lastSeq: 0n };
}

/** Writes a record at the end. When it throws, the next record takes the same place. */
export function appendRecord(segment: Segment, record: Buffer): void {
  writeWhole(segment.file, record, segment.at);
  segment.at += record.length;
}

/** A write may end early, on a full disk for one; what is left then meets the error itself. */
function writeWhole(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    const written = writeSync(file, bytes, done, bytes.length - done, at + done);
    if (written === 0) throw new Error(`The journal's file took ${done} of ${bytes.length} bytes`);
    done += written;
  }
}

/** The bytes of the record that was written there; undefined where the disk has lost it. */
export function readRecord(segment: Segment, at: number, size: number): Buffer | undefined {
  const bytes = Buffer.alloc(size);
  readSync(segment.file, bytes, 0, size, at);
  const [record] = decodeRecords(bytes);
  return record?.end === size ? bytes : undefined;
}

/** The records of a segment from an offset on, read in pieces; `end` is an offset to go on from. */
export function* readRecords(segment: Segment, from: number): Generator<JournalRecord> {
  for (let at = from; at < segment.at; ) {
    const bytes = Buffer.allocUnsafe(Math.min(chunk.length, segment.at - at));
    const length = readSync(segment.file, bytes, 0, bytes.length, at);
    let decoded = 0;
    for (const record of decodeRecords(bytes.subarray(0, length))) {
      decoded = record.end;
      yield { ...record, end: at + record.end };
    }
    if (decoded === 0) return;
    at += decoded;
  }
}

/** Throws where the disk does not let it go: then it is as before. */
export function removeSegment(segment: Segment): void {
  rmSync(segment.path, { force: true });
  closeSync(segment.file);
}

/** Names sort in the order of their numbers. */
function segmentName(number: number): string {
  return `${String(number).padStart(10, '0')}.segment`;
}

export function isSegmentName(name: string): boolean {
  return /^\d{10}\.segment$/.test(name);
}
