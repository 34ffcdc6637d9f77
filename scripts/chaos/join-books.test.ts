import { expect, test } from 'vitest';
import type { Served } from '../e2e/testing/world.ts';
import { type Closing, type Evidence, joinBooks } from './join-books.ts';
import type { Asked } from './load.ts';

const usage = { inputTokens: 3, cachedTokens: 0, outputTokens: 4, reasoningTokens: 0 };
const nothing = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };

const servedAs = (requestId: string, outcome = 'served'): Served => ({
  requestId,
  attempt: 1,
  dialect: 'chat-completions',
  model: 'm',
  outcome,
  usage: outcome === 'failed' ? nothing : usage,
});
const closed = (id: string, amount = 7n): Closing => ({
  id,
  kind: amount > 0n ? 'settle' : 'interrupted',
  amount,
  overrun: 0n,
});
const answered = (id: string, isWhole = true): Asked => ({
  id,
  key: 'plenty',
  model: 'm',
  status: 200,
  isWhole,
  hasLeft: false,
  failure: '',
});
const sound: Evidence = {
  asked: [
    answered('whole'),
    answered('cut', false),
    { ...answered(''), id: null, status: 0, isWhole: false },
  ],
  served: [servedAs('whole'), servedAs('cut', 'aborted'), servedAs('refused', 'failed')],
  closings: [closed('whole'), closed('cut'), closed('refused', 0n), closed('never-sent', 0n)],
};

test('books that are sound have nothing missing, doubled or unserved', () => {
  expect(joinBooks(sound)).toEqual({
    requestsAsked: 3,
    requestsServed: 1,
    missingEntries: 0,
    duplicateEntries: 0,
    unservedEntries: 0,
  });
});

test.each<[what: string, change: Partial<Evidence>, found: object]>([
  ['what was served and has no entry', { closings: sound.closings.slice(1) }, { missingEntries: 1 }],
  [
    'what reached the upstream in vain and has no entry',
    { closings: sound.closings.filter(({ id }) => id !== 'refused') },
    { missingEntries: 1 },
  ],
  [
    'what was answered whole, and neither served nor booked',
    { asked: [...sound.asked, answered('made-up')] },
    { missingEntries: 1 },
  ],
  [
    'what was served without an id',
    { served: [...sound.served, { ...servedAs(''), requestId: null }] },
    { missingEntries: 1 },
  ],
  ['a second entry', { closings: [...sound.closings, closed('whole')] }, { duplicateEntries: 1 }],
  [
    'an entry of its own for nothing',
    { closings: [...sound.closings, closed('other')] },
    { unservedEntries: 1 },
  ],
  [
    'what failed at the upstream and costs something',
    { closings: [...sound.closings.slice(0, 2), closed('refused')] },
    { unservedEntries: 1 },
  ],
])('%s is counted', (_what, change, found) => {
  const none = { missingEntries: 0, duplicateEntries: 0, unservedEntries: 0 };
  expect(joinBooks({ ...sound, ...change })).toMatchObject({ ...none, ...found });
});
