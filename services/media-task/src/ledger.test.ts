import { status } from '@grpc/grpc-js';
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import {
  HoldRequest,
  HoldResponse,
  LedgerClient,
  LedgerService,
  HoldResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMediaLedger } from './ledger.ts';

/** What the ledger answers to the next holds, or the status that it fails with; HELD after those. */
const answers: (number | HoldResponse)[] = [];
const asked: string[] = [];

let server: RpcServer;
let client: LedgerClient;
beforeAll(async () => {
  const hold = ({ request }: { request: HoldRequest }, answer: CallableFunction): void => {
    asked.push(request.id);
    const next = answers.shift() ?? HoldResponse.fromPartial({ outcome: Outcome.HELD });
    if (typeof next === 'number') answer({ code: next, details: 'the replica stops' });
    else answer(null, next);
  };
  server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { hold: LedgerService.hold }, implementation: { hold } },
  ]);
  client = connectRpc(LedgerClient, `127.0.0.1:${server.port}`);
});
beforeEach(() => {
  answers.length = 0;
  asked.length = 0;
});
afterAll(async () => {
  client.close();
  await server.stop(0);
});

const request = HoldRequest.fromPartial({ id: 'a-task', path: ['key:1'], amount: 5n });
const budgets = [OwnedBudget.fromPartial({ owner: 'key:7', period: Period.DAY, timeZone: 'Asia/Kathmandu' })];

test.each([status.UNAVAILABLE, status.CANCELLED, status.DEADLINE_EXCEEDED])(
  'a hold whose replica is lost (%i) is asked for again by its id',
  async (code) => {
    answers.push(code);
    await createMediaLedger(client, 0).hold(request, budgets);
    expect(asked).toEqual(['a-task', 'a-task']);
  },
);

test('a ledger that stays away is 503, and is not asked for ever', async () => {
  answers.push(status.UNAVAILABLE, status.UNAVAILABLE);
  await expect(createMediaLedger(client, 0).hold(request, budgets)).rejects.toMatchObject({
    fault: { status: 503 },
  });
  expect(asked.length).toBe(2);
});

test('what fails in the ledger is not asked for again', async () => {
  answers.push(status.INTERNAL);
  await expect(createMediaLedger(client, 0).hold(request, budgets)).rejects.toMatchObject({
    fault: { status: 503 },
  });
  expect(asked.length).toBe(1);
});

test.each([
  [
    ['budget:key:7:2026-11-21'],
    'The daily budget of this key does not cover this request. It starts anew on 2026-11-22 in Asia/Kathmandu.',
  ],
  [['key:7', 'budget:key:7:2026-11-21'], 'The quota of this key or its user does not cover this request.'],
  [[], 'The quota of this key or its user does not cover this request.'],
])('where %j lack the client hears what does not cover its request', async (lacking, message) => {
  for (const outcome of [Outcome.EMPTY, Outcome.SHORT]) {
    answers.push(HoldResponse.fromPartial({ outcome, lacking }));
    const fault = { status: 402, code: 'insufficient_user_quota', message };
    await expect(createMediaLedger(client, 0).hold(request, budgets)).rejects.toMatchObject({ fault });
  }
});
