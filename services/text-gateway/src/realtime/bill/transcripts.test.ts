import { beforeEach, expect, test } from 'vitest';
import type { Bill } from '../../relay/bills/bill.ts';
import { createTranscripts, type Transcripts } from './transcripts.ts';

let charged: Bill[];
let transcripts: Transcripts;
beforeEach(() => {
  charged = [];
  transcripts = createTranscripts({ charge: async (bill) => void charged.push(bill) });
});

const counted = { usage: { input_tokens: 40, output_tokens: 8 }, transcript: 'Hello there.' };
const end = (itemId: string, contentIndex = 0, members: object = {}) =>
  transcripts.end({ itemId, contentIndex, ...counted, ...members });

test('a transcript that is told of again is billed once', async () => {
  for (const itemId of ['one', 'one', 'other', 'one', 'other']) await end(itemId);
  expect(charged).toHaveLength(2);
});

test('each part of an item has a transcript of its own', async () => {
  for (const contentIndex of [0, 1, 1]) await end('one', contentIndex);
  expect(charged).toHaveLength(2);
});

test('what says nothing at first is billed when it is told with its words', async () => {
  await end('one', 0, { usage: {}, transcript: '' });
  await end('one');
  expect(charged).toHaveLength(1);
});

test('transcripts of items without a name are billed each', async () => {
  for (const itemId of ['', '']) await end(itemId);
  expect(charged).toHaveLength(2);
});
