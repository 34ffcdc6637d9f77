import {
  type Close,
  Ending,
  Kind,
  MeteredUnit,
  UsageSource,
} from '@headgate/proto/gen/headgate/events/v1/events';
import { Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { createLog } from '@headgate/runtime/log';
import { beforeEach, expect, test } from 'vitest';
import { noUsage } from '../../canon/usage.ts';
import { indexBounds } from '../../catalog/bounds.ts';
import type { GatewayContext } from '../../context.ts';
import { readRequest } from '../../dialects/chat-completions/request.ts';
import type { WrittenClose } from '../../journal/journal.ts';
import type { OpenRequest } from '../../journal/segment.ts';
import { createCandidate } from '../../testing/test-serving.ts';
import type { Admission } from '../admit.ts';
import { uncounted, unserved } from './bill.ts';
import { createSettlement, interruptedClose, type Settlement } from './settle.ts';

let closes: Close[];
let published: Close[];
let settled: [path: readonly string[], reserved: bigint, consumed: bigint][];
let gaveUp: string | undefined;
let isDiskBroken: boolean;

const admission: Admission = {
  group: 'default',
  candidates: [],
  path: ['key:1'],
  reserved: 100n,
  worstCaseOf: () => ({ inputTokens: 10n, outputTokens: 20n, calls: 1n }),
  bounds: indexBounds(3n, [
    { model: 'm', group: 'default', input: 1_000_000n, output: 2_000_000n, call: 5n, metered: [] },
  ]),
  catalogVersion: 7n,
};
const request = readRequest(Buffer.from('{"model":"m","messages":[]}'));
const usage = {
  ...noUsage,
  inputFresh: 1,
  inputCacheRead: 2,
  inputCacheWrite: 3,
  outputVisible: 4,
  outputReasoning: 5,
};
const served = { ending: Ending.COMPLETED, status: 200, usage, source: UsageSource.UPSTREAM };

function prepare(reserved = admission.reserved, of: Partial<Admission> = {}): Settlement {
  const context = {
    log: createLog('test', 'silent'),
    journal: {
      close: (_ticket: OpenRequest, close: Close) => {
        if (isDiskBroken) throw new Error('EIO');
        closes.push(close);
        return { close: { ...close, seq: 1n }, payload: new Uint8Array() };
      },
    },
    slices: { settle: (...settlement: (typeof settled)[number]) => settled.push(settlement) },
    publisher: { publish: ({ close }: WrittenClose) => published.push(close) },
    observe: () => undefined,
    reach: () => undefined,
    giveUp: (reason: string) => {
      gaveUp = reason;
    },
  } as unknown as GatewayContext;
  const open = Open.fromPartial({ requestId: 'r', caller: { keyId: 1n, userId: 2n, group: 'default' } });
  const opened = interruptedClose(open, request, { ...admission, reserved }, 'run', 1_000);
  return createSettlement(context, { ...admission, ...of, reserved }, {} as OpenRequest, opened);
}

beforeEach(() => {
  closes = [];
  published = [];
  settled = [];
  gaveUp = undefined;
  isDiskBroken = false;
});

test('a close carries usage, versions and what it consumed of the slice', () => {
  // 6 input tokens x 1 + 9 output tokens x 2 + 5 for the call.
  expect(prepare().settle(served)).toBe(15n);
  expect(closes).toMatchObject([
    {
      id: 'r',
      kind: Kind.SETTLE,
      reserved: 100n,
      consumed: 29n,
      usage: {
        inputFresh: 1n,
        inputCacheRead: 2n,
        inputCacheWrite: 3n,
        outputVisible: 4n,
        outputReasoning: 5n,
        calls: 1n,
      },
      usageSource: UsageSource.UPSTREAM,
      priceVersion: 3n,
      catalogVersion: 7n,
      keyId: 1n,
      userId: 2n,
      ending: Ending.COMPLETED,
    },
  ]);
  expect(published).toMatchObject([{ id: 'r', seq: 1n }]);
  expect(settled).toEqual([[['key:1'], 100n, 29n]]);
});

test('the first byte is that of the answer, and none of an attempt that failed', () => {
  const settlement = prepare();
  settlement.attempt(createCandidate({}));
  settlement.firstByte();
  settlement.attempt(createCandidate({}));
  settlement.settle(served);
  expect(closes).toMatchObject([{ attempts: 2, firstByteMs: 0 }]);
});

test('only the first settlement counts', () => {
  const settlement = prepare();
  settlement.settle(served);
  expect(settlement.settle({ ...served, ending: Ending.BROKEN, ...unserved })).toBe(15n);
  expect(closes).toHaveLength(1);
  expect(settled).toHaveLength(1);
});

test('no more is consumed than was reserved', () => {
  prepare(20n).settle(served);
  expect(settled).toEqual([[['key:1'], 20n, 20n]]);
});

test('a request that was not served frees all it had and costs no call', () => {
  prepare().fail(503, new AbortController().signal);
  expect(closes).toMatchObject([{ consumed: 0n, usage: { calls: 0n }, usageSource: UsageSource.NONE }]);
  expect(settled).toEqual([[['key:1'], 100n, 0n]]);
});

test('an answer that cannot be counted is a call, marked as missing', () => {
  prepare().settle({ ...served, ...uncounted });
  expect(closes).toMatchObject([{ consumed: 5n, usage: { calls: 1n }, usageSource: UsageSource.MISSING }]);
});

test('searches that are paid for by what they read cost no more of it than was reserved for', () => {
  const bounds = indexBounds(3n, [
    { model: 'm', group: 'default', input: 1_000_000n, output: 0n, call: 0n, metered: [] },
  ]);
  const settlement = prepare(100n, { bounds });
  settlement.attempt(createCandidate({ id: 1n }));
  settlement.settle({ ...served, usage: { ...noUsage, calls: 3, searchedTokens: 12 } });
  expect(closes).toMatchObject([
    { consumed: 10n, usage: { inputFresh: 10n, calls: 3n }, usageSource: UsageSource.ESTIMATED },
  ]);
});

test('an estimate is no more than was reserved for, whatever was counted', () => {
  const counted = { ...noUsage, inputFresh: 8, inputCacheRead: 4, outputVisible: 30, outputReasoning: 5 };
  const settlement = prepare();
  settlement.attempt(createCandidate({ id: 1n }));
  settlement.settle({ ...served, usage: counted, source: UsageSource.ESTIMATED });
  expect(closes).toMatchObject([
    {
      usage: { inputFresh: 6n, inputCacheRead: 4n, outputVisible: 15n, outputReasoning: 5n },
      usageSource: UsageSource.ESTIMATED,
    },
  ]);
});

test('an estimate is no less than what the upstream counted of it', () => {
  const counted = { ...noUsage, inputFresh: 100, outputReasoning: 25 };
  const settlement = prepare();
  settlement.attempt(createCandidate({ id: 1n }));
  const usage = { ...counted, outputVisible: 9 };
  settlement.settle({ ...served, usage, source: UsageSource.ESTIMATED, counted });
  expect(closes).toMatchObject([{ usage: { inputFresh: 100n, outputVisible: 0n, outputReasoning: 25n } }]);
});

test('what the upstream reports beyond it is kept: that is an overrun', () => {
  prepare().settle({ ...served, usage: { ...noUsage, inputFresh: 8, outputVisible: 30 } });
  expect(closes).toMatchObject([{ usage: { outputVisible: 30n }, usageSource: UsageSource.UPSTREAM }]);
});

test('nothing reserved is nothing to settle with the slice', () => {
  prepare(0n).settle(served);
  expect(closes).toMatchObject([{ reserved: 0n, consumed: 0n }]);
  expect(settled).toEqual([]);
});

test('a close that cannot be written ends the process, and nothing is published that no journal holds', () => {
  isDiskBroken = true;
  prepare().settle(served);
  expect(gaveUp).toBe('the journal cannot be written');
  expect(published).toEqual([]);
});

test('calls of tools are told by name, and counted in what was consumed', () => {
  const toolCalls = { web_search: 3 };
  const metered = [{ unit: MeteredUnit.TOOL_CALL, variant: '', units: 10_000n }];
  const bounds = indexBounds(3n, [
    { model: 'm', group: 'default', input: 1_000_000n, output: 2_000_000n, call: 5n, metered },
  ]);
  prepare(100n, { bounds }).settle({ ...served, usage: { ...usage, inputCacheWrite1h: 6, toolCalls } });
  // 1 + 2 + 3 + 6 = 12 in, 9 x 2 = 18 out, 5 for the call, 3 x 10,000 / 1,000 = 30
  expect(closes[0]).toMatchObject({
    consumed: 65n,
    usage: {
      inputCacheWrite1h: 6n,
      metered: [{ unit: MeteredUnit.TOOL_CALL, variant: 'web_search', quantity: 3n }],
    },
  });
});

test('calls that the upstream counts are billed, and consume as many', () => {
  prepare().settle({ ...served, usage: { ...noUsage, calls: 7 } });
  expect(closes).toMatchObject([{ consumed: 35n, usage: { calls: 7n } }]);
});

const tiered = indexBounds(
  3n,
  ['m', 'm@priority'].map((model) => {
    return { model, group: 'default', input: 1_000_000n, output: 1_000_000n, call: 0n, metered: [] };
  }),
);

test.each<[string, Partial<Parameters<Settlement['settle']>[0]>, string]>([
  ['that was told', { usage: { ...usage, serviceTier: 'priority' } }, 'm@priority'],
  ['that has no price', { usage: { ...usage, serviceTier: 'flex' } }, 'm'],
  ['that was asked for and not given', { askedTier: 'priority' }, 'm'],
  [
    'that was asked for, of an answer that broke off',
    { askedTier: 'priority', source: UsageSource.ESTIMATED },
    'm@priority',
  ],
])('a service tier %s is billed by its row', (_, outcome, row) => {
  const settlement = prepare(admission.reserved, { bounds: tiered });
  settlement.attempt(createCandidate({ id: 5n }));
  settlement.settle({ ...served, ...outcome });
  expect(closes).toMatchObject([{ priceModel: row }]);
});

test.each([
  ['that an upstream was called for', 1, false, Ending.UPSTREAM_FAILED],
  ['that no upstream was called for', 0, false, Ending.NOT_SENT],
  ['whose client has gone', 0, true, Ending.CLIENT_GONE],
])('a request %s says so where nobody served it', (_name, attempts, aborted, ending) => {
  const settlement = prepare();
  for (let attempt = 0; attempt < attempts; attempt += 1) settlement.attempt(createCandidate({ id: 1n }));
  settlement.fail(503, aborted ? AbortSignal.abort() : new AbortController().signal);
  expect(closes).toMatchObject([{ ending, attempts, status: 503, usageSource: UsageSource.NONE }]);
});
