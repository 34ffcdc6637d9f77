import { expect, test } from 'vitest';
import { decodeRecords, encodeRecord, recordSize } from './record.ts';

const records = [
  encodeRecord('open', 4n, Buffer.from('first')),
  encodeRecord('close', 5n, Buffer.from('')),
  encodeRecord('open', 2n ** 63n, Buffer.from('third')),
];

test('records are read as they were written, each with where the next begins', () => {
  const bytes = Buffer.concat([...records, Buffer.alloc(100)]);
  const read = [...decodeRecords(bytes)].map((record) => ({ ...record, payload: record.payload.toString() }));
  expect(read).toEqual([
    { kind: 'open', seq: 4n, payload: 'first', end: recordSize(5) },
    { kind: 'close', seq: 5n, payload: '', end: recordSize(5) + recordSize(0) },
    { kind: 'open', seq: 2n ** 63n, payload: 'third', end: 2 * recordSize(5) + recordSize(0) },
  ]);
});

test('reading ends before the first record that is not whole, wherever it was cut', () => {
  const bytes = Buffer.concat(records);
  const ends = [recordSize(5), recordSize(5) + recordSize(0), bytes.length];
  for (let length = 0; length <= bytes.length; length += 1) {
    const whole = ends.filter((end) => end <= length).length;
    expect([length, [...decodeRecords(bytes.subarray(0, length))].length]).toEqual([length, whole]);
  }
});

test('a record with a bit that changed is none', () => {
  for (let at = 4; at < recordSize(5); at += 1) {
    const bytes = Buffer.from(records[0] ?? '');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect([...decodeRecords(bytes)]).toEqual([]);
  }
});

test('a record that says it is longer than all that is left is none, although its checksum fits', () => {
  const bytes = Buffer.from(records[0] ?? '');
  bytes.writeUInt32LE(bytes.readUInt32LE(0) + 1, 0);
  expect([...decodeRecords(bytes)]).toEqual([]);
});
