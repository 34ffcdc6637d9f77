import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { closeOf } from '../testing/journals.ts';
import { decodeRecords, encodeRecord, payloadOf, writeSeq } from './record.ts';

const records = [
  encodeRecord('open', 4n, closeOf('first')),
  encodeRecord('close', 5n, closeOf('second', 5_000)),
  encodeRecord('open', 2n ** 63n, closeOf('third')),
];
const ends = records.map((_, index) => lengthOf(records.slice(0, index + 1)));
const [firstEnd = 0] = ends;

function lengthOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}

test('records are read as they were written, each with where the next begins', () => {
  const bytes = Buffer.concat([...records, Buffer.alloc(100)]);
  const read = [...decodeRecords(bytes)].map(({ payload, ...record }) => ({
    ...record,
    close: Close.decode(payload),
  }));
  expect(read).toEqual([
    { kind: 'open', seq: 4n, close: closeOf('first'), end: ends[0] },
    { kind: 'close', seq: 5n, close: closeOf('second', 5_000), end: ends[1] },
    { kind: 'open', seq: 2n ** 63n, close: closeOf('third'), end: ends[2] },
  ]);
});

test('what a record holds is the close as it is encoded anywhere', () => {
  expect(payloadOf(encodeRecord('close', 1n, closeOf('a'))).equals(Close.encode(closeOf('a')).finish())).toBe(
    true,
  );
});

test('a record with another seq is the record that would have been written with it', () => {
  const record = encodeRecord('open', 4n, closeOf('first'));
  writeSeq(record, 9n);
  expect(record.equals(encodeRecord('open', 9n, closeOf('first')))).toBe(true);
});

test('what is left of a close that cannot be encoded is not in the next record', () => {
  expect(() => encodeRecord('open', 1n, { ...closeOf('a'), keyId: 2n ** 64n })).toThrow(/too large/);
  const [record] = decodeRecords(encodeRecord('open', 1n, closeOf('b')));
  expect(record && Close.decode(record.payload)).toEqual(closeOf('b'));
});

test('reading ends before the first record that is not whole, wherever it was cut', () => {
  const bytes = Buffer.concat(records);
  for (let length = 0; length <= bytes.length; length += 1) {
    const whole = ends.filter((end) => end <= length).length;
    expect([length, [...decodeRecords(bytes.subarray(0, length))].length]).toEqual([length, whole]);
  }
});

test('a record with a bit that changed is none', () => {
  for (let at = 4; at < firstEnd; at += 1) {
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
