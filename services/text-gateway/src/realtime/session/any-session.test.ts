/** Any session, between real sockets, over a real journal and a ledger's rules: what is billed, held and passed on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { fc } from '@headgate/runtime/testing/properties';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { indexBounds } from '../../catalog/bounds.ts';
import type { GatewayContext } from '../../context.ts';
import { createSlices } from '../../slices/slices.ts';
import { createModelLedger, heldBy } from '../../slices/testing/model-ledger.ts';
import { settled } from '../../slices/testing/scripted-ledger.ts';
import { openTestJournal } from '../../testing/journals.ts';
import { openSocketPair } from '../../testing/socket-pair.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { openBill } from '../bill/bill.ts';
import { createContextSize } from '../bill/context-size.ts';
import { createResponses } from '../bill/responses.ts';
import { relaySession } from './relay-session.ts';

const path = ['key:1', 'user:1'];
const worstCase = 100n;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('ask', 'append', 'broken', 'binary') }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('begin'), id: fc.constantFrom('r1', 'r2', 'r3') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('end'),
      id: fc.constantFrom('r1', 'r2', 'r3'),
      more: fc.constantFrom(0, 0, 0, 1_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('delta', 'refuse', 'transcribe') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('ledger leaves', 'ledger returns') }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('pass') }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const leaving = fc.constantFrom('client', 'upstream', 'client cut', 'upstream cut', 'drain');

async function play(steps: Step[], who: string, quota: bigint): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'headgate-session-'));
  const journal = openTestJournal(dir);
  const ledger = createModelLedger({ 'key:1': quota * worstCase, 'user:1': 1_000_000n });
  let isLedgerAway = false;
  const reach = async <T>(call: () => T): Promise<T> => {
    await settled();
    if (isLedgerAway) throw new Error('the ledger is away');
    return call();
  };
  const { context: base } = createTestServing({
    ...{ pools: createPools(), stream: true },
    // What was asked for and is ignored is waited for as long, when the session ends and before.
    env: { HEADGATE_ABANDONED_DRAIN_MS: '20', HEADGATE_REALTIME_BEGIN_MS: '10' },
  });
  const slices = createSlices({
    ledger: {
      draw: (asked) => reach(() => ledger.draw('run', asked, () => undefined)),
      return: (totals) => reach(() => ledger.return('run', totals)),
    },
    recalls: { announce: () => undefined, note: () => undefined, answered: async () => undefined },
    log: base.log,
    now: () => performance.now(),
    ledgerMs: () => 0,
    idleMs: 10_000,
    recallWaitMs: 0,
    onValid: () => undefined,
  });
  const closes: Close[] = [];
  const context = {
    ...base,
    run: 'run',
    journal,
    slices,
    heartbeat: { isValid: () => true },
    observe: () => undefined,
    publisher: {
      publish({ close }: { close: Close }) {
        closes.push(close);
        expect(ledger.consume('run', path, close.consumed), 'units without a holder').toBe(close.consumed);
      },
    },
  } as unknown as GatewayContext;
  const candidates = [createCandidate({ id: 5n })];
  const rates = {
    group: 'default',
    model: 'm',
    input: 1_000_000n,
    output: 1_000_000n,
    call: 0n,
    metered: [],
  };
  const admission = {
    ...{ candidates, group: 'default', path, bounds: indexBounds(1n, [rates]), catalogVersion: 1n },
    ...{ maxOutputTokens: 50, maxImageTokens: 1, worstCase: () => worstCase },
  };
  const ended = new AbortController();
  const open = RealtimeOpen.fromPartial({ requestId: 'session', model: 'm' });
  const bill = openBill(context, open, admission, { gone: ended.signal });
  if (!bill) throw new Error('the journal has room');
  bill.dial(createCandidate({ id: 5n }));
  expect(await bill.cover(0, 1)).toBeUndefined();
  const [front, back] = [await openSocketPair(), await openSocketPair()];
  const size = createContextSize(admission);
  const secrets = { keys: [], hosts: [], model: 'm', upstreamModel: 'm' };
  const session = relaySession({
    ...{ context, requestId: 'session', client: front.near, upstream: back.far, secrets, bill, size },
    responses: createResponses(bill, size, admission),
  });
  void session.over.then(() => ended.abort());

  const [client, upstream] = [front.far, back.near];
  const [asked, said]: [string[], string[]] = [[], []];
  const [toUpstream, toClient]: [string[], string[]] = [[], []];
  const heardEnds = new Set<string>();
  const unpaid: string[] = [];
  upstream.on('message', (data) => toUpstream.push(String(data)));
  client.on('message', (data) => {
    const { type, response, event_id } = JSON.parse(String(data));
    // Others are the gateway's own.
    if (/^e\d/.test(event_id)) toClient.push(String(data));
    if (type !== 'response.done' || heardEnds.has(response.id)) return;
    heardEnds.add(response.id);
    if (countOf(closes, response.usage.output_tokens) !== 1) unpaid.push(String(data));
  });
  const say = (socket: WebSocket, sent: string[], event: object): void => {
    const text = JSON.stringify(event);
    sent.push(text);
    socket.send(text);
  };
  for (const [index, one] of steps.entries()) {
    const number = { event_id: `e${index}` };
    switch (one.does) {
      case 'ask':
        say(client, asked, { type: 'response.create', ...number });
        break;
      case 'append':
        say(client, asked, { type: 'input_audio_buffer.append', audio: 'AAAA', ...number });
        break;
      case 'broken':
        client.send('{"type":');
        break;
      case 'binary':
        client.send(Buffer.from('{}'), { binary: true });
        break;
      case 'begin':
        say(upstream, said, { type: 'response.created', response: { id: one.id }, ...number });
        break;
      case 'end': {
        // Counts of its own, by which its close is known; some are above what is held.
        const usage = { input_tokens: 0, output_tokens: index + 1 + one.more };
        const response = { id: one.id, status: 'completed', usage };
        say(upstream, said, { type: 'response.done', response, ...number });
        break;
      }
      case 'delta':
        say(upstream, said, { type: 'response.output_audio.delta', delta: 'AAAA', ...number });
        break;
      case 'refuse':
        say(upstream, said, { type: 'error', error: { message: 'No.' }, ...number });
        break;
      case 'transcribe': {
        const type = 'conversation.item.input_audio_transcription.completed';
        say(upstream, said, { type, usage: { input_tokens: 1, output_tokens: 0 }, ...number });
        break;
      }
      case 'pass':
        await settled();
        break;
      default:
        isLedgerAway = one.does === 'ledger leaves';
    }
  }
  isLedgerAway = false;
  const isRich = quota > 100n && !steps.some(({ does }) => does.startsWith('ledger'));
  if (isRich)
    await waitFor(
      () => toClient.length === said.length && toUpstream.length === asked.length,
      'all has passed',
    );
  if (who === 'client') client.close(1000);
  else if (who === 'upstream') upstream.close(1000);
  else if (who === 'drain') session.drain(true);
  else (who === 'client cut' ? client : upstream).terminate();
  await session.over;
  await waitFor(() => journal.openRequests() === 0, 'no record is open');

  expect(unpaid, 'what the client hears to have ended is billed by then, once').toEqual([]);
  expect(closes.filter(({ id }) => id === 'session')).toMatchObject([{ consumed: 0n }]);
  expect(new Set(closes.map(({ id }) => id)).size).toBe(closes.length);
  expect(closes.filter(({ consumed, reserved }) => consumed > reserved)).toEqual([]);
  const passedUp = toUpstream.filter((text) => !text.startsWith('{"type":"response.cancel"'));
  expect(toClient).toEqual(said.filter((text) => toClient.includes(text)));
  expect(passedUp).toEqual(asked.filter((text) => passedUp.includes(text)));
  if (isRich) {
    expect([toClient, passedUp]).toEqual([said, asked]);
    const ids = new Set(steps.flatMap((one) => ('id' in one ? [one.id] : [])));
    const transcribed = steps.filter(({ does }) => does === 'transcribe');
    expect(closes).toHaveLength(1 + ids.size + transcribed.length);
  }
  // A draw may be answered after the session that made it.
  await waitFor(async () => {
    await slices.returnAll();
    return heldBy(ledger.slice('run', path)) === 0n;
  }, 'nothing is held');
  for (const socket of [front.far, back.near]) socket.terminate();
  rmSync(dir, { recursive: true });
}

function countOf(closes: readonly Close[], outputTokens: number): number {
  return closes.filter(({ usage }) => usage?.outputVisible === BigInt(outputTokens)).length;
}

test('whatever is said in a session, each response is billed once and nothing is held in the end', async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  const quota = fc.constantFrom(1n, 2n, 1_000n, 1_000n);
  await fc.assert(fc.asyncProperty(steps, leaving, quota, play), { numRuns: 40 });
}, 60_000);
