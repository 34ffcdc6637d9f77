import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { type Close, Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { createLog } from '@headgate/runtime/log';
import { beforeEach, expect, test } from 'vitest';
import { heard } from '../../canon/heard.ts';
import { noUsage } from '../../canon/usage.ts';
import { indexBounds } from '../../catalog/bounds.ts';
import type { GatewayContext } from '../../context.ts';
import type { OpenRequest } from '../../journal/segment.ts';
import { reportedBill } from '../../relay/bills/bill.ts';
import { addSoundTokens } from '../../surfaces/transcriptions/usage.ts';
import { createCandidate } from '../../testing/test-serving.ts';
import type { SessionAdmission } from '../admit-session.ts';
import { openBill } from './bill.ts';

let closes: Close[];
let reserved: bigint[];
/** Tokens, as they are told. */
let used: bigint[];
/** Units that are left, and that are held. */
let [left, held] = [0n, 0n];
beforeEach(() => {
  [closes, reserved, used] = [[], [], []];
  [left, held] = [1_000_000n, 0n];
});

const group = 'default';
const budgets = [{ owner: 'key:7', period: Period.DAY, timeZone: 'UTC' }];
const tokenRates = { group, input: 1_000_000n, output: 1_000_000n, call: 0n, metered: [] };
const minute = { unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', units: 6_000n };
const admission: SessionAdmission = {
  candidates: [createCandidate({ id: 5n })],
  group,
  path: ['key:1'],
  bounds: indexBounds(3n, [
    { ...tokenRates, model: 'm' },
    { ...tokenRates, model: 'gpt-4o-transcribe' },
    { ...tokenRates, model: 'whisper-1', input: 0n, output: 0n, metered: [minute] },
  ]),
  catalogVersion: 7n,
  maxOutputTokens: 10,
  maxImageTokens: 1,
  worstCase: () => 100n,
};

function opened() {
  const context = {
    run: 'run',
    log: createLog('test', 'silent'),
    heartbeat: { isValid: () => true },
    journal: {
      open: () => ({}) as OpenRequest,
      close: (_ticket: OpenRequest, close: Close) => {
        closes.push(close);
        return { close, payload: new Uint8Array() };
      },
    },
    slices: {
      async reserve(_path: readonly string[], units: bigint) {
        if (units > left) return 'empty';
        left -= units;
        held += units;
        return void reserved.push(units);
      },
      settle(_path: readonly string[], units: bigint, consumed: bigint) {
        held -= units;
        left += units - consumed;
      },
      lacking: () => ['budget:key:7:2026-11-21'],
    },
    publisher: { publish: () => undefined },
    observe: () => undefined,
    reach: () => undefined,
  } as unknown as GatewayContext;
  const session = RealtimeOpen.fromPartial({ requestId: 'session', model: 'm', caller: { budgets } });
  const bill = openBill(context, session, admission, {
    gone: new AbortController().signal,
    onUsed: (tokens) => used.push(tokens),
  });
  if (!bill) throw new Error('the journal has room');
  return bill;
}

function open() {
  const bill = opened();
  bill.dial(createCandidate({ id: 5n }));
  return bill;
}

test('sound that was transcribed is held and billed by its length, by the row of the model that did', async () => {
  const bill = open();
  await bill.charge(reportedBill({ ...noUsage, metered: [heard(30_000)] }), 'whisper-1');
  expect(reserved).toEqual([3_000n]);
  expect(closes).toMatchObject([
    {
      ref: 'session',
      priceModel: 'whisper-1',
      usageSource: UsageSource.UPSTREAM,
      usage: { metered: [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, quantity: 30_000n }] },
      reserved: 3_000n,
      consumed: 3_000n,
    },
  ]);
});

test('sound whose tokens were counted is so, too, where its row prices minutes alone', async () => {
  const bill = open();
  const counted = { ...noUsage, inputAudio: 300, sound: { ms: 30_000, isGuessed: true } };
  await bill.charge(reportedBill(counted), 'whisper-1');
  expect(reserved).toEqual([3_000n]);
  expect(closes).toMatchObject([
    {
      usageSource: UsageSource.ESTIMATED,
      usage: {
        inputAudio: 300n,
        metered: [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, quantity: 30_000n }],
      },
      consumed: 3_000n,
    },
  ]);
});

test('sound of which seconds were counted costs the tokens that they tell where those alone are priced', async () => {
  const bill = open();
  const counted = { ...noUsage, metered: [heard(30_000)] };
  await bill.charge(reportedBill(addSoundTokens(counted, 60)), 'gpt-4o-transcribe');
  expect(reserved).toEqual([315n]);
  expect(closes).toMatchObject([
    { usageSource: UsageSource.ESTIMATED, usage: { inputAudio: 300n, outputVisible: 15n }, consumed: 315n },
  ]);
});

test('sound that nothing is left for takes what is held for the next response, and ends the session so', async () => {
  left = 100n;
  const bill = open();
  expect(await bill.cover(0, 1)).toBeUndefined();
  await bill.charge(reportedBill({ ...noUsage, metered: [heard(30_000)] }), 'whisper-1');
  expect(closes).toMatchObject([{ ref: 'session', reserved: 100n, consumed: 100n }]);
  expect(await bill.cover(0, 1)).toBe('empty');
  bill.close({ ending: Ending.COMPLETED, status: 101 });
  expect([left, held]).toEqual([0n, 0n]);
});

test('sound that is billed as the session ends takes nothing of what that has given back', async () => {
  left = 100n;
  const bill = open();
  await bill.cover(0, 1);
  const charged = bill.charge(reportedBill({ ...noUsage, metered: [heard(30_000)] }), 'whisper-1');
  bill.close({ ending: Ending.COMPLETED, status: 101 });
  await charged;
  expect([left, held]).toEqual([100n, 0n]);
});

test('the tokens of each response and of each transcript are told as they are billed', async () => {
  const bill = open();
  await bill.cover(0, 1);
  const counted = reportedBill({ ...noUsage, inputFresh: 7, inputCacheRead: 2, outputVisible: 3 });
  bill.begin()?.settle({ ending: Ending.COMPLETED, status: 200, ...counted });
  await bill.charge(reportedBill({ ...noUsage, inputAudio: 300, outputVisible: 15 }), 'gpt-4o-transcribe');
  bill.close({ ending: Ending.COMPLETED, status: 101 });
  expect(used).toEqual([12n, 315n]);
});

test('who has used up a budget is told which, and when it starts anew', () => {
  expect(open().faultOf('empty')).toMatchObject({
    code: 'insufficient_user_quota',
    message:
      'The daily budget of this key does not cover another response. It starts anew on 2026-11-22 in UTC.',
  });
});

test.each([
  ['whose client left', Ending.CLIENT_GONE, 101, UsageSource.MISSING],
  ['that came to its end', Ending.COMPLETED, 101, UsageSource.MISSING],
  ['whose upstream broke off', Ending.BROKEN, 101, UsageSource.NONE],
])(
  'a session %s has a record that costs nothing, and failed only where it was not served',
  (_name, ending, status, usageSource) => {
    open().close({ ending, status });
    expect(closes).toMatchObject([{ id: 'session', usageSource, usage: { calls: 0n }, consumed: 0n }]);
  },
);

test('a session that no upstream took costs nothing, and says whether one was dialled', () => {
  const gone = new AbortController().signal;
  opened().fail(402, gone);
  open().fail(502, gone);
  opened().fail(0, AbortSignal.abort());
  const nothing = { id: 'session', usageSource: UsageSource.NONE, usage: { calls: 0n }, consumed: 0n };
  expect(closes).toMatchObject([
    { ...nothing, ending: Ending.NOT_SENT, status: 402 },
    { ...nothing, ending: Ending.UPSTREAM_FAILED, status: 502 },
    { ...nothing, ending: Ending.CLIENT_GONE, status: 0 },
  ]);
});
