import type { TestContext } from 'vitest';
import type { WebSocket } from 'ws';
import { refusalFault } from '../../slices/refusal-fault.ts';
import { openSocketPair } from '../../testing/socket-pair.ts';
import { createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import type { SessionBill } from '../bill/bill.ts';
import { createContextSize } from '../bill/context-size.ts';
import { createResponses } from '../bill/responses.ts';
import { relaySession } from '../session/relay-session.ts';

/** Quota for one response, or for any number. */
export function billFor(isLastPaid: boolean): SessionBill {
  let covered = 0;
  return {
    dial: () => undefined,
    async cover() {
      if (isLastPaid && covered > 0) return 'empty';
      covered += 1;
      return undefined;
    },
    faultOf: (refusal) => refusalFault(refusal, { what: 'another response', lacking: [], budgets: [] }),
    quiet: async () => undefined,
    lacking: () => undefined,
    begin: () => ({ settle: () => 0n }),
    charge: async () => undefined,
    fail: () => undefined,
    close: () => undefined,
  };
}

/** A session between real sockets. */
export async function playSession(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  bill: SessionBill,
  env: Record<string, string> = {},
) {
  const [front, back] = [await openSocketPair(), await openSocketPair()];
  onTestFinished(() => {
    for (const socket of [front.near, front.far, back.near, back.far]) socket.terminate();
  });
  await bill.cover(0, 1);
  const { context } = createTestServing({ pools: createPools(), stream: true, env });
  const size = createContextSize({ maxImageTokens: 1 });
  const responses = createResponses(bill, size, { maxOutputTokens: 1 });
  const secrets = { keys: ['sk-up'], hosts: [], model: 'm', upstreamModel: 'm' };
  const ends = { client: front.near, upstream: back.far };
  const session = relaySession({ context, requestId: 'session', ...ends, secrets, bill, size, responses });
  const toClient: string[] = [];
  front.far.on('message', (data) => toClient.push(JSON.parse(String(data)).type));
  return { session, toClient, own: front.near, client: front.far, upstream: back.near };
}

/** Says an event. */
export const say = (socket: WebSocket, type: string, members = {}) =>
  socket.send(JSON.stringify({ type, ...members }));
