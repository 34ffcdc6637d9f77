import {
  Bill,
  BilledRequest,
  Derivation,
  ExplainBillResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { sayBill } from './say-bill.ts';

const id = '01939d4b-6f6e-7000-8000-000000000001';
const request = BilledRequest.fromPartial({
  keyId: 7n,
  userId: 3n,
  channelId: 2n,
  model: 'fast',
  priceModel: 'm',
  group: 'vip',
  usageSource: 'upstream',
  ending: 'completed',
  status: 200,
  stream: true,
  attempts: 1,
  reserved: 1_000n,
  consumed: 900n,
  startedAtMs: 1_763_700_000_000n,
  durationMs: 12,
});
const input = { what: 'inputFresh', variant: '', usd: '4', per: 1_000_000n };
const search = { what: 'tool_call', variant: 'web_search', usd: '10', per: 1_000n };
const derivation = Derivation.fromPartial({
  rates: [input, search, { what: 'call', usd: '0', per: 1n }],
  inputTokens: 1_001n,
  tiers: [1_000n, 5_000n],
  tier: 1_000n,
  ratio: '0.5',
  lines: [
    { quantity: 1_001n, rate: input, usd: '0.004004' },
    { quantity: 1n, rate: search, usd: '0.01' },
  ],
  sumUsd: '0.014004',
  exactUnits: '3501',
  units: 3_501n,
});
const bill = Bill.fromPartial({
  requestId: id,
  kind: 'settle',
  amount: 3_501n,
  overrun: 2_501n,
  path: ['key:7', 'user:3'],
  priceVersion: 4n,
  bookedAtMs: 1_763_700_001_000n,
  request,
  derivation,
});

function say(of: Partial<Bill>, parked: string[] = []): string {
  return sayBill(id, ExplainBillResponse.fromPartial({ bill: { ...bill, ...of }, parked }));
}

test('a bill is said line by line, and that it agrees', () => {
  expect(say({})).toBe(`request ${id}
who        key 7 of user 3, group vip
what       fast, billed as m, streamed, channel 2, attempts: 1
when       2025-11-21T04:40:00.000Z, 12 ms
ended      completed, status 200
usage      reported by the upstream
reserved   1000 units, of which it used up 900
paid by    key:7, user:3
booked     2025-11-21T04:40:01.000Z

prices of version 4, in US dollars
  input 4 per 1000000
  tool_call web_search 10 per 1000
tier       above 1000: the request has 1001 input tokens
lines
  input: 1001 x 4 / 1000000 = 0.004004
  tool_call web_search: 1 x 10 / 1000 = 0.01
sum        0.014004 USD
ratio      0.5, its group's
in units   0.014004 x 0.5 x 500000 = 3501
rounded    3501 units, half away from zero
overrun    2501 units lie beyond what was reserved
billed     3501 units: it agrees`);
});

test.each<[what: string, bill: Partial<Bill>, words: string]>([
  ['another amount', { amount: 3_500n }, 'billed     3500 units: IT DOES NOT AGREE'],
  [
    'no tier',
    { derivation: { ...derivation, tier: 0n, inputTokens: 9n } },
    'none: 9 input tokens are not above 1000',
  ],
  [
    "a model's ratio",
    { derivation: { ...derivation, ratioOfModel: true } },
    "0.5, the model's own in its group",
  ],
  [
    'an estimate',
    { request: { ...request, usageSource: 'estimated' } },
    'counted by the gateway from what the upstream',
  ],
  [
    'a client that left',
    { request: { ...request, ending: 'client_gone', status: 0 } },
    'the client left before the end, no answer',
  ],
  [
    'nothing reserved',
    { request: { ...request, reserved: 0n } },
    'reserved   nothing: no purse of it is limited',
  ],
  ['a late close', { late: true }, ', after its run had been released'],
  [
    'an interruption',
    { kind: 'interrupted', amount: 0n, overrun: 0n },
    'the house pays\nbilled     0 units: it agrees',
  ],
  ['a charge for an interruption', { kind: 'interrupted' }, 'IT DOES NOT AGREE'],
  ['a refund', { refunds: [{ id: 'r', units: 501n, bookedAtMs: 0n }] }, 'refund r\nremaining  3000 units\n'],
  ['a dropped log', { request: undefined, derivation: undefined }, 'its usage is no longer in the log'],
  ['no price', { derivation: { ...derivation, unpriced: '"m" had no price' } }, 'no price: "m" had no price'],
])('%s is said in words', (_what, of, words) => {
  expect(say(of)).toContain(words);
});

test('what is parked is said, whether something is booked or not', () => {
  expect(say({}, ['other_content'])).toContain('parked (other_content)');
  expect(sayBill(id, ExplainBillResponse.fromPartial({ parked: ['unknown_price'] }))).toBe(
    `request ${id}\na close of this request is parked (unknown_price): nothing of it is booked, a person must look`,
  );
  expect(sayBill(id, ExplainBillResponse.fromPartial({}))).toBe(`request ${id}\nnothing is booked for it`);
});

const part = { requestId: '01939d4b-6f6e-7000-8000-000000000002', units: 5n, bookedAtMs: 1_763_700_002_000n };
const within = { parts: [part], partCount: 3n, partUnits: 12n };
const sayWithin = [
  'parts      3 with bills of their own, 12 units together',
  `  ${part.requestId} 5 units at 2025-11-21T04:40:02.000Z`,
  '  and 2 more',
].join('\n');

test('a session is said with what was billed within it, also before it has ended', () => {
  const ended = sayBill(id, ExplainBillResponse.fromPartial({ bill, ...within }));
  expect(ended).toBe(`${say({})}\n${sayWithin}`);
  const open = sayBill(id, ExplainBillResponse.fromPartial(within));
  expect(open).toBe(`request ${id}\n${sayWithin}`);
});

test('what was billed within a session names it', () => {
  expect(say({ partOf: part.requestId })).toContain(`\npart of    session ${part.requestId}\n`);
});
