import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** One preallocated file of the journal. */
export interface Segment {
  path: string;
  file: number;
  size: number;
  /** Where the next record goes. */
  at: number;
  /** Requests opened here and not closed yet. */
  openRequests: Set<OpenRequest>;
  /** The highest close that belongs to a request with a record here. */
  lastSeq: bigint;
}

/** A request between its open and its close record. */
export interface OpenRequest {
  id: string;
  /** The payload of the open record, to write it again when its segment is to go. */
  payload: Uint8Array;
  segment: Segment;
  /** Room that its close record will need at most. */
  closeBytes: number;
}

const chunk = Buffer.alloc(256 * 1024);

/** Makes a segment whose bytes all exist on disk, so that a full disk is met here and not at a close. */
export function createSegment(dir: string, number: number, size: number): Segment {
  const path = join(dir, segmentName(number));
  const file = openSync(path, 'wx');
  try {
    for (let at = 0; at < size; at += chunk.length)
      writeSync(file, chunk, 0, Math.min(chunk.length, size - at), at);
  } catch (error) {
    closeSync(file);
    unlinkSync(path);
    throw error;
  }
  return { path, file, size, at: 0, openRequests: new Set(), lastSeq: 0n };
}

export function appendRecord(segment: Segment, record: Buffer): void {
  writeSync(segment.file, record, 0, record.length, segment.at);
  segment.at += record.length;
}

export function removeSegment(segment: Segment): void {
  closeSync(segment.file);
  unlinkSync(segment.path);
}

export function readSegment(path: string): Buffer {
  return readFileSync(path);
}

/** Names sort in the order of their numbers. */
export function segmentName(number: number): string {
  return `${String(number).padStart(10, '0')}.segment`;
}

export function segmentNumber(name: string): number | undefined {
  const match = /^(\d{10})\.segment$/.exec(name);
  return match ? Number(match[1]) : undefined;
}
