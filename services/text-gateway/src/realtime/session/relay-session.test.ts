/** A session between real sockets, with a bill that a test writes. */
import { once } from 'node:events';
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Outcome } from '../../relay/bills/settle.ts';
import { refusalFault } from '../../slices/refusal-fault.ts';
import type { Refusal } from '../../slices/slice.ts';
import { openSocketPair, type SocketPair } from '../../testing/socket-pair.ts';
import { createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import type { SessionBill } from '../bill/bill.ts';
import { createContextSize } from '../bill/context-size.ts';
import { createResponses } from '../bill/responses.ts';
import { relaySession, type Session } from './relay-session.ts';

const pairs: SocketPair[] = [];
const sessions: Session[] = [];
const patient = { HEADGATE_ABANDONED_DRAIN_MS: '10000' };
afterEach(async () => {
  for (const session of sessions) session.drain(true);
  for (const { near, far } of pairs.splice(0)) {
    near.terminate();
    far.terminate();
  }
  await Promise.all(sessions.splice(0).map(({ over }) => over));
});

/** Quota for so many responses, at once; each takes one. */
let quota: number;
let held: number;
let lacking: Refusal;
let begun: number;
let outcomes: Outcome[];
let closes: unknown[];
/** What is being drawn. */
let quiet: Promise<void>;
let charges: Parameters<SessionBill['charge']>[];
beforeEach(() => {
  [quota, held, begun, outcomes, closes, charges] = [100, 0, 0, [], [], []];
  [lacking, quiet] = ['empty', Promise.resolve()];
});

/** What is told of one response is what it cost; the rest of its worst case comes back. */
const bill: SessionBill = {
  dial: () => undefined,
  async cover(_tokens, responses): Promise<Refusal | undefined> {
    for (; held < responses; held += 1) {
      if (quota === 0) return lacking;
      quota -= 1;
    }
    return undefined;
  },
  faultOf: (refusal) => refusalFault(refusal, { what: 'another response', lacking: [], budgets: [] }),
  quiet: () => quiet,
  fail: () => undefined,
  lacking: () => (held > 0 ? undefined : lacking),
  begin() {
    held = Math.max(held - 1, 0);
    begun += 1;
    return {
      settle(outcome) {
        outcomes.push(outcome);
        if (outcome.usage?.outputVisible === 0) quota += 1;
        return 0n;
      },
    };
  },
  async charge(...charge) {
    charges.push(charge);
  },
  close: (outcome) => closes.push(outcome),
};

interface Played {
  session: Session;
  /** The session's own ends. */
  ends: Record<'client' | 'upstream', WebSocket>;
  /** The far ends: those of the client and of the upstream. */
  client: WebSocket;
  upstream: WebSocket;
  /** Types of what each has received. */
  toClient: string[];
  toUpstream: string[];
}

async function play(env: Record<string, string> = {}): Promise<Played> {
  const [front, back] = [await openSocketPair(), await openSocketPair()];
  pairs.push(front, back);
  await bill.cover(0, 1);
  const { context } = createTestServing({ pools: createPools(), stream: true, env });
  const size = createContextSize({ maxImageTokens: 1 });
  const responses = createResponses(bill, size, { maxOutputTokens: 1 });
  const secrets = { keys: ['sk-up'], hosts: [], model: 'm', upstreamModel: 'm' };
  const requestId = 'session';
  const ends = { client: front.near, upstream: back.far };
  const session = relaySession({ context, requestId, ...ends, secrets, bill, size, responses });
  sessions.push(session);
  const toClient = listen(front.far);
  const toUpstream = listen(back.near);
  return { session, ends, client: front.far, upstream: back.near, toClient, toUpstream };
}

function listen(socket: WebSocket): string[] {
  const types: string[] = [];
  socket.on('message', (data) => types.push(JSON.parse(String(data)).type));
  return types;
}

const send = (socket: WebSocket, type: string, members = {}) =>
  socket.send(JSON.stringify({ type, ...members }));
const began = (socket: WebSocket, id = 'r') => send(socket, 'response.created', { response: { id } });
const ended = (socket: WebSocket, id = 'r', output = 0) =>
  send(socket, 'response.done', {
    response: { id, status: 'completed', usage: { input_tokens: 1, output_tokens: output } },
  });

test('what is transcribed is charged by its counts, and where it has none by its words', async () => {
  const { upstream } = await play();
  const transcribed = (members: object) =>
    send(upstream, 'conversation.item.input_audio_transcription.completed', { item_id: 'i', ...members });
  const session = { audio: { input: { transcription: { model: 'whisper-1' } } } };
  send(upstream, 'session.updated', { session });
  transcribed({ usage: { type: 'duration', seconds: 12.5 } });
  transcribed({ item_id: 'j', transcript: '' });
  transcribed({ item_id: 'j', transcript: 'It takes two seconds to say so' });
  await waitFor(() => charges.length === 2, 'both are charged');
  const unit = MeteredUnit.AUDIO_INPUT_MINUTE;
  expect(charges).toMatchObject([
    [{ usage: { metered: [{ unit, quantity: 12_500n }] }, source: UsageSource.UPSTREAM }, 'whisper-1'],
    [{ usage: { metered: [{ unit, quantity: 2_000n }] }, source: UsageSource.ESTIMATED }, 'whisper-1'],
  ]);
});

test('a response that is told of twice is billed once, and leaves nothing open', async () => {
  const { upstream, toClient } = await play();
  for (const id of ['r1', 'r2']) {
    began(upstream, id);
    began(upstream, id);
    ended(upstream, id, 3);
    ended(upstream, id, 3);
  }
  await waitFor(() => toClient.filter((type) => type === 'response.done').length === 4, 'both have ended');
  expect(outcomes).toHaveLength(2);
  upstream.close(1000);
  await waitFor(() => closes.length === 1, 'the session is over');
  expect(outcomes).toHaveLength(2);
});

describe('quota', () => {
  test('holds back what could begin a response until the one under way has given some back', async () => {
    quota = 1;
    const { client, upstream, toClient, toUpstream } = await play();
    send(client, 'response.create');
    await waitFor(() => toUpstream.length === 1, 'the first is asked for');
    began(upstream);
    await waitFor(() => toClient.includes('response.created'), 'it has begun');
    send(client, 'input_audio_buffer.append', { audio: 'AAAA' });
    send(upstream, 'response.output_text.delta', { delta: 'x' });
    await waitFor(() => toClient.includes('response.output_text.delta'), 'it goes on');
    expect(toUpstream).toEqual(['response.create']);
    ended(upstream);
    await waitFor(() => toUpstream.includes('input_audio_buffer.append'), 'the client is heard again');
    expect(toClient).not.toContain('error');
  });

  test('holds back what asks for a response beside one that was asked for and has not begun', async () => {
    quota = 1;
    const { client, upstream, toUpstream } = await play();
    for (let count = 0; count < 5; count += 1) send(client, 'response.create');
    const turn = async (count: number): Promise<void> => {
      await waitFor(() => toUpstream.length === count, `${count} are asked for`);
      client.ping();
      await once(client, 'pong');
      expect(toUpstream).toHaveLength(count);
    };
    await turn(1);
    began(upstream);
    ended(upstream);
    await turn(2);
    send(upstream, 'error', { error: { message: 'no' } });
    await turn(3);
    ended(upstream, 'unasked');
    await turn(4);
  });

  test('that cannot be checked is not said to be used up', async () => {
    [quota, lacking] = [1, 'unreachable'];
    const { client, upstream } = await play();
    const closed = once(client, 'close');
    began(upstream, 'first');
    began(upstream, 'second');
    expect((await closed)[0]).toBe(1013);
  });

  test('holds back no ping, nor the end of a session', async () => {
    quota = 1;
    const { session, client, upstream, toUpstream } = await play(patient);
    send(client, 'response.create');
    await waitFor(() => toUpstream.length === 1, 'it is asked for');
    began(upstream);
    await once(client, 'message');
    send(client, 'input_audio_buffer.append', { audio: 'AAAA' });
    client.ping();
    await once(client, 'pong');
    client.close();
    await waitFor(() => toUpstream.includes('response.cancel'), 'it is cancelled');
    ended(upstream, 'r', 3);
    await session.over;
    expect(closes).toEqual([{ ending: Ending.CLIENT_GONE, status: 101 }]);
    expect(toUpstream).toEqual(['response.create', 'response.cancel']);
  });

  test('that is used up ends the session after the response that used it', async () => {
    quota = 1;
    const { session, client, upstream, toClient } = await play();
    const closed = once(client, 'close');
    began(upstream);
    ended(upstream, 'r', 9);
    expect((await closed)[0]).toBe(1008);
    expect(toClient).toEqual(['response.created', 'response.done', 'error']);
    await session.over;
    expect(outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { outputVisible: 9 } }]);
    expect(closes).toEqual([{ ending: Ending.COMPLETED, status: 101 }]);
  });

  test('that is used up ends a session whose upstream begins a response by itself, and bills that', async () => {
    quota = 1;
    const { session, client, upstream, toUpstream } = await play(patient);
    const closed = once(client, 'close');
    began(upstream, 'first');
    began(upstream, 'second');
    expect((await closed)[0]).toBe(1008);
    await waitFor(() => toUpstream.includes('response.cancel'), 'it is told to stop');
    ended(upstream, 'first', 3);
    ended(upstream, 'second', 4);
    await session.over;
    expect(outcomes.map(({ usage }) => usage?.outputVisible)).toEqual([3, 4]);
  });
});

describe('events', () => {
  test('that are not JSON, or not text, are answered with an error and go no further', async () => {
    const { client, toClient, toUpstream } = await play();
    client.send('no JSON');
    client.send(Buffer.from('{"type":"response.create"}'), { binary: true });
    send(client, 'last');
    await waitFor(() => toUpstream.length > 0, 'the last has passed');
    expect(toUpstream).toEqual(['last']);
    await waitFor(() => toClient.length === 2, 'both are answered');
    expect(toClient).toEqual(['error', 'error']);
  });

  test('hold the upstream back while the client takes nothing, and all arrive in the end', async () => {
    const { ends, client, upstream, toClient } = await play();
    client.pause();
    const delta = 'x'.repeat(64 * 1024);
    const count = 1_000;
    for (let index = 0; index < count; index += 1)
      send(upstream, 'response.output_text.delta', { index, delta });
    await waitFor(() => ends.upstream.isPaused && ends.client.bufferedAmount > 0, 'it is held back');
    expect(ends.client.bufferedAmount).toBeLessThan(2 * 1024 * 1024);
    expect(toClient.length).toBeLessThan(count);
    client.resume();
    await waitFor(() => toClient.length === count, 'all has arrived');
  });
});

describe('a session ends', () => {
  test('with 1001 and an error when it has lasted its time', async () => {
    const { client, toClient } = await play({ HEADGATE_REALTIME_SESSION_MS: '50' });
    expect((await once(client, 'close'))[0]).toBe(1001);
    expect(toClient).toEqual(['error']);
  });

  test('when its client says nothing, not even to a ping', async () => {
    const { session, client, upstream } = await play({
      HEADGATE_REALTIME_PING_MS: '20',
      HEADGATE_REALTIME_IDLE_MS: '500',
    });
    client.pause();
    const closed = once(upstream, 'close');
    await session.over;
    expect(closes).toEqual([{ ending: Ending.CLIENT_GONE, status: 101 }]);
    expect((await closed)[0]).toBe(1000);
  });

  test('not while both sides answer pings', async () => {
    const { session, client } = await play({
      HEADGATE_REALTIME_PING_MS: '10',
      HEADGATE_REALTIME_IDLE_MS: '2000',
    });
    let pings = 0;
    client.on('ping', () => {
      pings += 1;
    });
    await waitFor(() => pings >= 5, 'pings');
    expect(closes).toEqual([]);
    session.drain(true);
    expect((await once(client, 'close'))[0]).toBe(1001);
  });

  test('with 1000 when the upstream leaves in good order, and 1011 when it does not', async () => {
    const [first, second] = [await play(), await play()];
    first.upstream.close(1000, 'secret words');
    const [code, reason] = await once(first.client, 'close');
    expect([code, String(reason)]).toEqual([1000, '']);
    second.upstream.close(1008, 'secret words');
    const [brokenCode, brokenReason] = await once(second.client, 'close');
    expect([brokenCode, String(brokenReason)]).toEqual([1011, '']);
  });

  test('after all that its upstream said before it left, also where that had to wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    quiet = promise;
    const { session, ends, client, upstream, toClient } = await play();
    const closed = once(client, 'close');
    const left = once(ends.upstream, 'close');
    began(upstream);
    ended(upstream, 'r', 9);
    upstream.close(1000);
    await left;
    resolve();
    expect((await closed)[0]).toBe(1000);
    expect(toClient).toEqual(['response.created', 'response.done']);
    await session.over;
    expect(outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { outputVisible: 9 } }]);
  });

  test('with the counts that came before its upstream left, also where its client is gone by then', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    quiet = promise;
    const { session, ends, client, upstream } = await play();
    const left = once(ends.upstream, 'close');
    const gone = once(ends.client, 'close');
    began(upstream);
    ended(upstream, 'r', 9);
    upstream.close(1000);
    client.close();
    await Promise.all([left, gone]);
    resolve();
    await session.over;
    expect(outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { outputVisible: 9 } }]);
  });

  test('and leaves nothing open, also where it was told of a response too late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    quiet = promise;
    const { session, ends, client, upstream } = await play({ HEADGATE_ABANDONED_DRAIN_MS: '0' });
    const told = once(ends.upstream, 'message');
    began(upstream);
    await told;
    client.close();
    await session.over;
    resolve();
    await once(upstream, 'close');
    expect([begun, closes.length]).toEqual([0, 1]);
  });

  test('with every response that is under way cancelled by its name, late ones too', async () => {
    const { session, client, upstream } = await play(patient);
    const cancelled: unknown[] = [];
    upstream.on('message', (data) => cancelled.push(JSON.parse(String(data)).response_id));
    began(upstream, 'spoken');
    began(upstream, 'beside');
    await waitFor(() => begun === 2, 'both are under way');
    client.close();
    await waitFor(() => cancelled.length === 2, 'both are cancelled');
    began(upstream, 'late');
    await waitFor(() => cancelled.length === 3, 'so is the last');
    expect(cancelled).toEqual(['spoken', 'beside', 'late']);
    for (const id of ['spoken', 'beside', 'late']) ended(upstream, id, 3);
    await session.over;
    expect(outcomes.map(({ usage }) => usage.outputVisible)).toEqual([3, 3, 3]);
  });

  test('with the counts of a response also where its client takes nothing', async () => {
    const { session, ends, client, upstream } = await play(patient);
    client.pause();
    began(upstream);
    for (let count = 0; count < 200; count += 1) send(upstream, 'delta', { delta: 'x'.repeat(64 * 1024) });
    ended(upstream, 'r', 9);
    await waitFor(() => ends.upstream.isPaused, 'it is held back');
    session.drain(true);
    await session.over;
    expect(outcomes).toMatchObject([{ usage: { outputVisible: 9 } }]);
  });

  test('with what is known of a response that nobody finishes', async () => {
    const { session, client, upstream, toClient } = await play({ HEADGATE_ABANDONED_DRAIN_MS: '30' });
    began(upstream);
    send(upstream, 'response.output_text.delta', { response_id: 'r', delta: 'Hi' });
    await waitFor(() => toClient.length === 2, 'it has said something');
    client.close();
    await session.over;
    expect(outcomes).toMatchObject([{ ending: Ending.CLIENT_GONE, source: UsageSource.ESTIMATED }]);
  });
});
