import { encodeMessage } from '@headgate/proto/encode';
import { Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { closeOf } from '../testing/journals.ts';
import { encodeBatch } from './encode-batch.ts';

test('encoded closes make the message that the closes themselves would make', () => {
  const closes = [closeOf('a'), closeOf('b', 300)];
  const batch = encodeBatch(closes.map((close) => encodeMessage(Close, close)));
  expect(batch).toEqual(CloseBatch.encode({ closes }).finish());
});
