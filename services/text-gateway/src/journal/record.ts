/**
 * Records of the journal: `length u32 | crc32 u32 | kind u8 | payload`, little-endian; length counts kind and
 * payload, the checksum covers both. A length of zero, as in a preallocated tail, ends a segment.
 */
import { crc32 } from 'node:zlib';

export const recordKinds = { open: 1, close: 2 } as const;
export type RecordKind = keyof typeof recordKinds;

export interface JournalRecord {
  kind: RecordKind;
  payload: Buffer;
}

const headerBytes = 8;

/** What a record with this payload takes up. */
export function recordSize(payloadBytes: number): number {
  return headerBytes + 1 + payloadBytes;
}

export function encodeRecord(kind: RecordKind, payload: Uint8Array): Buffer {
  const record = Buffer.allocUnsafe(recordSize(payload.length));
  record.writeUInt32LE(payload.length + 1, 0);
  record.writeUInt8(recordKinds[kind], headerBytes);
  record.set(payload, headerBytes + 1);
  record.writeUInt32LE(crc32(record.subarray(headerBytes)), 4);
  return record;
}

/** The records of a segment up to its end, or to the first one that was not written whole. */
export function* decodeRecords(segment: Buffer): Generator<JournalRecord> {
  for (let at = 0; at + headerBytes < segment.length; ) {
    const length = segment.readUInt32LE(at);
    const end = at + headerBytes + length;
    if (length === 0 || end > segment.length) return;
    const content = segment.subarray(at + headerBytes, end);
    if (crc32(content) !== segment.readUInt32LE(at + 4)) return;
    const kind = content[0] === recordKinds.open ? 'open' : 'close';
    yield { kind, payload: content.subarray(1) };
    at = end;
  }
}
