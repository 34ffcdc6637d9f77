import { Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { closeOf } from '../testing/journals.ts';
import { encodeBatch, encodeClose } from './encode-close.ts';

test('one close after the other is encoded as by itself, a long one before a short one', () => {
  const closes = [closeOf('a', 5_000), closeOf('b'), closeOf('c', 300)];
  const encoded = closes.map(encodeClose);
  expect(encoded.map((bytes) => Close.decode(bytes))).toEqual(closes);
  expect(encoded).toEqual(closes.map((close) => Close.encode(close).finish()));
});

test('what is left of a close that cannot be encoded is not in the next one', () => {
  expect(() => encodeClose({ ...closeOf('a'), keyId: 2n ** 64n })).toThrow(/too large/);
  expect(encodeClose(closeOf('b'))).toEqual(Close.encode(closeOf('b')).finish());
});

test('encoded closes make the message that the closes themselves would make', () => {
  const closes = [closeOf('a'), closeOf('b', 300)];
  const batch = encodeBatch(closes.map(encodeClose));
  expect(batch).toEqual(CloseBatch.encode({ closes }).finish());
});
