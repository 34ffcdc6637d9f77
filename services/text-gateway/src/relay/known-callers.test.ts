import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { createKnownCallers } from './known-callers.ts';

const bytesOf = (keyId: bigint, group = 'default'): Buffer =>
  Buffer.from(Caller.encode(Caller.fromPartial({ keyId, group })).finish());

test('what is said again is not made again, and what differs is another', () => {
  const callers = createKnownCallers();
  const first = callers.of(bytesOf(200n));
  expect(first).toMatchObject({ keyId: 200n, group: 'default' });
  expect(callers.of(bytesOf(200n))).toBe(first);
  expect(callers.of(bytesOf(200n, 'other'))).toMatchObject({ keyId: 200n, group: 'other' });
  expect(callers.of(Buffer.alloc(0))).toBeUndefined();
});

test('no more are kept than there may be', () => {
  const callers = createKnownCallers(2);
  const first = callers.of(bytesOf(1n));
  const second = callers.of(bytesOf(2n));
  callers.of(bytesOf(3n));
  expect(callers.of(bytesOf(2n))).toBe(second);
  expect(callers.of(bytesOf(1n))).not.toBe(first);
});
