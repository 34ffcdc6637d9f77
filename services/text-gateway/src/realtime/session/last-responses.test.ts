/** Sessions that are to end, and the responses and transcripts that they end behind. */
import { once } from 'node:events';
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import type { Outcome } from '../../relay/bills/settle.ts';
import type { SessionBill } from '../bill/bill.ts';
import { billFor, playSession, say } from '../testing/play-session.ts';

/** Longer than a test may last: what is only given up in the end fails. */
const patient = { HEADGATE_ABANDONED_DRAIN_MS: '120000' };

test('a session that is to end is not kept open by responses that follow each other without a gap', async (context) => {
  const { session, toClient, client, upstream } = await playSession(context, billFor(false), patient);
  const errors: unknown[] = [];
  client.on('message', (data) => errors.push(JSON.parse(String(data)).error));
  const toUpstream: string[] = [];
  upstream.on('message', (data) => toUpstream.push(JSON.parse(String(data)).type));
  const closed = once(client, 'close');
  say(upstream, 'response.created', { response: { id: 'first' } });
  await waitFor(() => toClient.length === 1, 'the first has begun');
  session.drain(false);
  say(client, 'response.create', { event_id: 'mine', response: { conversation: 'none' } });
  say(client, 'response.cancel');
  await waitFor(() => toUpstream.includes('response.cancel'), 'what asks for nothing passes');
  expect(toUpstream).toEqual(['response.cancel']);
  const refused: unknown = expect.objectContaining({ code: 'service_unavailable', event_id: 'mine' });
  expect(errors).toContainEqual(refused);
  say(upstream, 'response.done', { response: { id: 'first', status: 'completed' } });
  expect((await closed)[0]).toBe(1001);
});

test('a session that is to end waits for a response that was asked for, or for its refusal', async (context) => {
  for (const answer of ['begins', 'is refused']) {
    const { session, toClient, client, upstream } = await playSession(context, billFor(false), patient);
    const asked = once(upstream, 'message');
    const closed = once(client, 'close');
    say(client, 'response.create');
    await asked;
    session.drain(false);
    if (answer === 'begins') {
      say(upstream, 'response.created', { response: { id: 'r' } });
      say(upstream, 'response.done', { response: { id: 'r', status: 'completed' } });
    } else say(upstream, 'error', { error: { message: 'no' } });
    expect((await closed)[0]).toBe(1001);
    expect(toClient.at(-1)).toBe(answer === 'begins' ? 'response.done' : 'error');
  }
});

test.for([
  'response_cancel_not_active',
  'invalid_tool_call_id',
  'item_truncate_invalid_item_id',
  'input_audio_buffer_commit_empty',
])('%s is no refusal of a response that was asked for', async (code, context) => {
  const { session, toClient, client, upstream } = await playSession(context, billFor(false), patient);
  const asked = once(upstream, 'message');
  const closed = once(client, 'close');
  say(client, 'response.create');
  await asked;
  session.drain(false);
  say(upstream, 'error', { error: { code, message: 'no', event_id: null } });
  say(upstream, 'response.created', { response: { id: 'r' } });
  say(upstream, 'response.done', { response: { id: 'r', status: 'completed' } });
  expect((await closed)[0]).toBe(1001);
  expect(toClient).toEqual(['error', 'response.created', 'response.done']);
});

test('an error that names another event is no refusal of a response that was asked for', async (context) => {
  const { session, toClient, client, upstream } = await playSession(context, billFor(false), patient);
  const asked = once(upstream, 'message');
  const closed = once(client, 'close');
  say(client, 'response.create', { event_id: 'mine' });
  await asked;
  session.drain(false);
  const refuse = (event_id: string): void =>
    say(upstream, 'error', { error: { code: 'input_audio_buffer_commit_empty', message: 'no', event_id } });
  refuse('other');
  say(upstream, 'last');
  await waitFor(() => toClient.includes('last'), 'the session goes on');
  refuse('mine');
  expect((await closed)[0]).toBe(1001);
  expect(toClient).toEqual(['error', 'last', 'error']);
});

test('a session that is to end waits for each response that was asked for, also behind one that ends first', async (context) => {
  for (const endsFirst of [true, false]) {
    const { session, toClient, client, upstream } = await playSession(context, billFor(false), patient);
    const toUpstream: string[] = [];
    upstream.on('message', (data) => toUpstream.push(JSON.parse(String(data)).type));
    const closed = once(client, 'close');
    for (let count = 0; count < 2; count += 1) say(client, 'response.create');
    await waitFor(() => toUpstream.length === 2, 'both are asked for');
    if (!endsFirst) session.drain(false);
    say(upstream, 'response.created', { response: { id: 'first' } });
    say(upstream, 'response.done', { response: { id: 'first', status: 'completed' } });
    await waitFor(() => toClient.includes('response.done'), 'the first has ended');
    if (endsFirst) session.drain(false);
    say(upstream, 'response.created', { response: { id: 'second' } });
    say(upstream, 'response.done', { response: { id: 'second', status: 'completed' } });
    expect((await closed)[0]).toBe(1001);
    expect(toClient.filter((type) => type === 'response.done')).toHaveLength(2);
  }
});

test('a session that is to end waits as long for the next one behind a response of any length', async (context) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { session, toClient, client, upstream } = await playSession(context, billFor(false), patient);
  const closed = once(client, 'close');
  for (let count = 0; count < 2; count += 1) {
    const asked = once(upstream, 'message');
    say(client, 'response.create');
    await asked;
  }
  session.drain(false);
  const begun = once(client, 'message');
  say(upstream, 'response.created', { response: { id: 'first' } });
  await begun;
  vi.advanceTimersByTime(Number(patient.HEADGATE_ABANDONED_DRAIN_MS));
  say(upstream, 'response.done', { response: { id: 'first', status: 'completed' } });
  say(upstream, 'response.created', { response: { id: 'second' } });
  say(upstream, 'response.done', { response: { id: 'second', status: 'completed' } });
  expect((await closed)[0]).toBe(1001);
  expect(toClient.filter((type) => type === 'response.done')).toHaveLength(2);
});

test('a session that is to end does not wait for good for a response that its upstream ignores', async (context) => {
  const env = { HEADGATE_ABANDONED_DRAIN_MS: '50' };
  const { session, toClient, client, upstream } = await playSession(context, billFor(false), env);
  const asked = once(upstream, 'message');
  const closed = once(client, 'close');
  say(client, 'response.create');
  await asked;
  session.drain(false);
  expect((await closed)[0]).toBe(1001);
  expect(toClient).toEqual([]);
  await session.over;
});

test('a response that had not begun as its client left is cancelled when it begins, and billed', async (context) => {
  const settled: Outcome[] = [];
  const settle = (outcome: Outcome): bigint => {
    settled.push(outcome);
    return 0n;
  };
  const begin = () => ({ settle });
  const { session, client, upstream } = await playSession(context, { ...billFor(false), begin }, patient);
  const toUpstream: object[] = [];
  upstream.on('message', (data) => toUpstream.push(JSON.parse(String(data))));
  say(client, 'response.create');
  client.close();
  await session.left;
  say(upstream, 'response.created', { response: { id: 'late' } });
  await waitFor(() => toUpstream.length === 2, 'it is cancelled');
  expect(toUpstream[1]).toMatchObject({ type: 'response.cancel', response_id: 'late' });
  const usage = { input_tokens: 7, output_tokens: 2 };
  say(upstream, 'response.done', { response: { id: 'late', status: 'cancelled', usage } });
  await session.over;
  expect(settled).toMatchObject([{ usage: { inputFresh: 7, outputVisible: 2 } }]);
});

/** A session whose client has left while a transcript of what it said is under way. */
async function leaveInTranscript(context: TestContext, env: Record<string, string>) {
  const charges: Parameters<SessionBill['charge']>[] = [];
  const charge = async (...of: Parameters<SessionBill['charge']>): Promise<void> => void charges.push(of);
  const played = await playSession(context, { ...billFor(false), charge }, env);
  const { upstream, client, toClient, session } = played;
  const transcription = { model: 'whisper-1' };
  say(upstream, 'session.created', { session: { audio: { input: { transcription } } } });
  for (const item_id of ['said', 'silent']) say(upstream, 'input_audio_buffer.committed', { item_id });
  const words = { item_id: 'said', delta: 'It takes two seconds to say so' };
  say(upstream, 'conversation.item.input_audio_transcription.delta', words);
  await waitFor(() => toClient.length === 4, 'all is under way');
  client.close();
  await session.left;
  return { ...played, charges };
}

const unit = MeteredUnit.AUDIO_INPUT_MINUTE;

test('a transcript that is under way as its client leaves is waited for, and billed by its counts', async (context) => {
  const { session, upstream, charges } = await leaveInTranscript(context, patient);
  const usage = { type: 'duration', seconds: 12.5 };
  say(upstream, 'conversation.item.input_audio_transcription.completed', { item_id: 'said', usage });
  say(upstream, 'conversation.item.input_audio_transcription.failed', { item_id: 'silent', error: {} });
  await session.over;
  expect(charges).toMatchObject([
    [{ usage: { metered: [{ unit, quantity: 12_500n }] }, source: UsageSource.UPSTREAM }, 'whisper-1'],
  ]);
});

test('a transcript that nobody finishes costs what was written of it, and nothing where nothing was', async (context) => {
  const { session, charges } = await leaveInTranscript(context, { HEADGATE_ABANDONED_DRAIN_MS: '50' });
  await session.over;
  expect(charges).toMatchObject([
    [
      { usage: { metered: [{ unit, quantity: 2_000n }] }, source: UsageSource.ESTIMATED },
      'whisper-1',
      Ending.CLIENT_GONE,
    ],
  ]);
});

test('sound that nobody writes down is not waited for', async (context) => {
  const { session, client, upstream, toClient } = await playSession(context, billFor(false), patient);
  say(upstream, 'session.created', { session: { audio: { input: { transcription: null } } } });
  say(upstream, 'input_audio_buffer.committed', { item_id: 'said' });
  await waitFor(() => toClient.length === 2, 'the sound is an item');
  client.close();
  await session.over;
});
