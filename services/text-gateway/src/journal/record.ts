/**
 * Records of the journal: `length u32 | crc32 u32 | kind u8 | seq u64 | payload`, little-endian; length counts
 * what follows the checksum, and the checksum covers it. `seq` is the highest of the run's closes so far, so
 * that whatever is left of a journal says how far its run had come. A length of zero, as in a preallocated
 * tail, ends a segment.
 */
import { crc32 } from 'node:zlib';
import { encodeMessage } from '@headgate/proto/encode';
import { Close } from '@headgate/proto/gen/headgate/events/v1/events';

const recordKinds = { open: 1, close: 2 } as const;
export type RecordKind = keyof typeof recordKinds;

export interface JournalRecord {
  kind: RecordKind;
  /** The highest seq of the run when this was written; of a close its own. */
  seq: bigint;
  payload: Buffer;
  /** Where the next record begins. */
  end: number;
}

const headerBytes = 8;
/** Kind and seq. */
const prefixBytes = 9;

/** A record with this close: an open one says what recovery closes its request with. */
export function encodeRecord(kind: RecordKind, seq: bigint, close: Close): Buffer {
  const record = encodeMessage(Close, close, headerBytes + prefixBytes);
  record.writeUInt32LE(record.length - headerBytes, 0);
  record.writeUInt8(recordKinds[kind], headerBytes);
  writeSeq(record, seq);
  return record;
}

/** Gives a record another seq: the kind, and what it holds, stay as they are. */
export function writeSeq(record: Buffer, seq: bigint): void {
  record.writeBigUInt64LE(seq, headerBytes + 1);
  record.writeUInt32LE(crc32(record.subarray(headerBytes)), 4);
}

/** What a record holds, in its own memory. */
export function payloadOf(record: Buffer): Buffer {
  return record.subarray(headerBytes + prefixBytes);
}

/** The records in these bytes up to their end, or to the first one that is not whole. */
export function* decodeRecords(bytes: Buffer): Generator<JournalRecord> {
  for (let at = 0; at + headerBytes < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    const end = at + headerBytes + length;
    if (length < prefixBytes || end > bytes.length) return;
    const content = bytes.subarray(at + headerBytes, end);
    if (crc32(content) !== bytes.readUInt32LE(at + 4)) return;
    const kind = content[0] === recordKinds.open ? 'open' : 'close';
    yield { kind, seq: content.readBigUInt64LE(1), payload: content.subarray(prefixBytes), end };
    at = end;
  }
}
