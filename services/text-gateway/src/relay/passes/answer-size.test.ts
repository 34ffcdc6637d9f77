/** How much of an upstream's answer is held at most. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { createAnswerRoom } from '@headgate/runtime/bodies/answer-room';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { chunk, streamOf } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const limitBytes = 64 * 1024 * 1024;

const upstream = startUpstreamForEach();

function serve(serving: TestServing) {
  return attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
}

function answerOf(sizeBytes: number): string {
  const [before, after] = ['{"choices":[{}],"x":"', '"}'];
  return before + 'x'.repeat(sizeBytes - before.length - after.length) + after;
}

test('a whole answer of 64 MB passes', async () => {
  upstream.serve = (_request, response) => response.end(answerOf(limitBytes));
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent).toHaveLength(limitBytes);
});

test('a whole answer above 64 MB cannot be used', async () => {
  upstream.serve = (_request, response) => response.end(answerOf(limitBytes + 1));
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  // SDKs would ask twice more by themselves.
  expect(await serve(serving)).toMatchObject({ code: 'bad_response_body', permanent: true });
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
});

test('what is above 64 MB is asked of nobody else: it would be paid for twice, and be as large', async () => {
  upstream.serve = (_request, response) => response.end(answerOf(limitBytes + 1));
  const candidates = [1n, 2n].map((id) => createCandidate({ id, baseUrl: upstream.baseUrl(id) }));
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  expect(await attemptInTurn(serving, candidates)).toMatchObject({ code: 'bad_response_body' });
  expect(upstream.calls).toHaveLength(1);
});

test('a frame above 64 MB breaks its stream off', async () => {
  upstream.serve = streamOf(chunk, `data: ${'x'.repeat(limitBytes)}`);
  const serving = createTestServing({ pools: upstream.pools, stream: true });
  void serve(serving);
  await waitFor(() => serving.isEnded, 'the stream is broken off', { timeoutMs: 10_000 });
  expect(serving.sent.startsWith(`${chunk}data: {"error":{`)).toBe(true);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
});

describe('where large answers have taken all the room that there is', () => {
  function fillRoom({ context }: TestServing): { isPaused(): boolean; letGo(): void } {
    const { answerRoom } = context;
    const other = answerRoom.enter();
    other.take(limitBytes, { pause: () => undefined, resume: () => undefined });
    return { isPaused: () => answerRoom.held().waiting > 0, letGo: other.leave };
  }

  test.each<[string, DialectName]>([
    ['as it is', 'chat-completions'],
    ['converted', 'messages'],
  ])('one that is passed on %s waits in its connection', async (_way, client) => {
    upstream.serve = (_request, response) => response.end(wholeOf(8_000_000));
    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
    const env = { HEADGATE_ANSWERS_BYTES: '1000000' };
    const serving = createTestServing({ pools: upstream.pools, stream: false, client, body, env });
    const { isPaused, letGo } = fillRoom(serving);
    const served = serve(serving);
    const first = await Promise.race([served, waitFor(isPaused, 'it waits')]);
    expect(first).toBe(true);
    expect(serving.sent).toBe('');
    letGo();
    expect(await served).toBeUndefined();
    expect(serving.sent.length).toBeGreaterThan(8_000_000);
    expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
  });

  test('each comes whole, one after the other', async () => {
    upstream.serve = (_request, response) => response.end(wholeOf(8_000_000));
    const servings = Array.from({ length: 4 }, () =>
      createTestServing({ pools: upstream.pools, stream: false }),
    );
    const answerRoom = createAnswerRoom(1_000_000);
    for (const { context } of servings) context.answerRoom = answerRoom;
    expect(await Promise.all(servings.map(serve))).toEqual(servings.map(() => undefined));
    for (const { sent, outcomes } of servings) {
      expect(sent.length).toBeGreaterThan(8_000_000);
      expect(outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
    }
  });

  test('one goes on when the client has taken the one before', async () => {
    upstream.serve = (_request, response) => response.end(wholeOf(8_000_000));
    const env = { HEADGATE_ANSWERS_BYTES: '1000000' };
    const [first, second] = [true, true].map(() =>
      createTestServing({ pools: upstream.pools, stream: false, env }),
    );
    if (!first || !second) throw new Error('two are made');
    let take = (): void => undefined;
    first.answer.whenOver = (run) => {
      take = run;
    };
    const { answerRoom } = first.context;
    second.context.answerRoom = answerRoom;
    await serve(first);
    const served = serve(second);
    const isPaused = () => answerRoom.held().waiting > 0;
    expect(await Promise.race([served, waitFor(isPaused, 'it waits')])).toBe(true);
    take();
    expect(await served).toBeUndefined();
  });

  test('a small one waits for none of them', async () => {
    upstream.serve = (_request, response) => response.end(wholeOf(10_000));
    const serving = createTestServing({
      pools: upstream.pools,
      stream: false,
      env: { HEADGATE_ANSWERS_BYTES: '1' },
    });
    const { isPaused } = fillRoom(serving);
    expect(await serve(serving)).toBeUndefined();
    expect(isPaused()).toBe(false);
  });

  function wholeOf(characters: number): string {
    const message = { role: 'assistant', content: 'x'.repeat(characters) };
    return JSON.stringify({
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 },
    });
  }
});
