/** Answers that an upstream keeps: where that is noted before they end, and only they go there again. */
import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { createLog } from '@headgate/runtime/log';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { beforeEach, expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import { hashCredential } from '../../catalog/route.ts';
import { createPins } from '../../pins/pins.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { refuse, streamOf, type UpstreamServer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();
let noted: ResponsePin[];
let writing: Promise<unknown>;
beforeEach(() => {
  noted = [];
  writing = Promise.resolve();
});

function candidate(id: bigint, channel: object = {}): Candidate {
  const own = { provider: 'openai', baseUrl: upstream.baseUrl(id), keys: ['a', 'b'], ...channel };
  return createCandidate({ id, ...own });
}

function prepare({ stream = false, store = true, env = {} } = {}): TestServing {
  const body = { model: 'm', input: 'hi', stream, store };
  return noting(createTestServing({ pools: upstream.pools, stream, client: 'responses', body, env }));
}

function noting(serving: TestServing): TestServing {
  serving.context.pins = createPins({
    account: {
      note: async (pins) => {
        noted.push(...pins);
        await writing;
      },
      find: async () => ({ pin: undefined, ofAnotherKey: false }),
    },
    metrics: { pins: () => undefined },
    log: createLog('test', 'silent'),
  });
  return serving;
}

const response = { id: 'resp_1', status: 'completed', output: [] };
const whole: UpstreamServer['serve'] = (_request, answer) => answer.end(JSON.stringify(response));

function event(type: string, member: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...member })}\n\n`;
}

const created = event('response.created', { response: { ...response, status: 'in_progress' } });
const delta = event('response.output_text.delta', { delta: 'x' });
const completed = event('response.completed', { response });

test('a whole answer is noted with its channel and credential before it leaves', async () => {
  upstream.serve = whole;
  const serving = prepare();
  let write = (): void => undefined;
  writing = new Promise<void>((resolve) => {
    write = resolve;
  });
  const attempt = attemptInTurn(serving, [candidate(1n)]);
  await waitFor(() => noted.length === 1, 'account is told');
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
  write();
  await attempt;
  expect(serving).toMatchObject({ isEnded: true, outcomes: [{ status: 200 }] });
  const credentialHash = hashCredential(upstream.calls[0]?.key);
  const of = { keyId: 1n, channelId: 1n, credentialHash };
  expect(noted).toEqual([{ responseId: 'resp_1', ...of, contextTokens: 0n }]);
});

test('a stream is noted at its first event, and only its last event waits', async () => {
  const serving = prepare({ stream: true });
  let write = (): void => undefined;
  writing = new Promise<void>((resolve) => {
    write = resolve;
  });
  upstream.serve = (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.write(created + delta);
    void waitFor(() => serving.sent.includes('delta'), 'the beginning has arrived').then(() =>
      answer.end(completed),
    );
  };
  const attempt = attemptInTurn(serving, [candidate(1n)]);
  await waitFor(() => upstream.openCalls() === 0 && serving.sent.includes('delta'), 'all of it was sent');
  // What came before the whole of another answer has been read.
  upstream.serve = streamOf(created, delta, completed);
  await attemptInTurn(prepare({ stream: true, store: false }), [candidate(1n)]);
  expect(serving.sent).not.toContain('response.completed');
  write();
  await attempt;
  expect(serving.sent).toContain('response.completed');
});

test.each([false, true])(
  'what an answer that goes on from it will read is noted with it, or behind it: stream %s',
  async (stream) => {
    const usage = { input_tokens: 90, input_tokens_details: { cached_tokens: 80 }, output_tokens: 10 };
    const counted = { ...response, usage };
    upstream.serve = stream
      ? streamOf(created, delta, event('response.completed', { response: counted }))
      : (_request, answer) => answer.end(JSON.stringify(counted));
    await attemptInTurn(prepare({ stream }), [candidate(1n)]);
    await waitFor(() => noted.at(-1)?.contextTokens === 100n, 'account is told');
    expect(new Set(noted.map(({ responseId }) => responseId))).toEqual(new Set(['resp_1']));
    expect(noted).toHaveLength(stream ? 2 : 1);
  },
);

test('an account that does not answer holds no answer back for long', async () => {
  upstream.serve = whole;
  writing = new Promise(() => undefined);
  const serving = prepare({ env: { HEADGATE_PIN_WAIT_MS: '20' } });
  await attemptInTurn(serving, [candidate(1n)]);
  expect(serving.isEnded).toBe(true);
});

test('what is not to be kept is not noted', async () => {
  upstream.serve = whole;
  await attemptInTurn(prepare({ store: false }), [candidate(1n)]);
  await attemptInTurn(prepare(), [candidate(1n, { forbidStore: true })]);
  expect(noted).toEqual([]);
});

test('a request that goes on from a kept answer goes there and nowhere else, whatever is known of it', async () => {
  upstream.serve = refuse(500);
  const credentialHash = hashCredential('b');
  const pin = { responseId: 'resp_1', keyId: 1n, channelId: 2n, credentialHash, contextTokens: 0n };
  const serving = { ...prepare(), pin };
  const candidates = [candidate(1n, { priority: 10 }), candidate(2n), candidate(3n)];
  for (let count = 0; count < 8; count += 1)
    expect(await attemptInTurn(serving, candidates)).toMatchObject({ code: 'model_not_found' });
  expect(upstream.calls).toHaveLength(8);
  expect(new Set(upstream.calls.map(({ channelId, key }) => `${channelId}/${key}`))).toEqual(
    new Set(['2/b']),
  );
});

test.each([{ stream: false }, { stream: true }, { stream: false, forbidStore: true }])(
  'a container of messages is noted as well, which nobody forbids to keep: %j',
  async ({ stream, ...channel }) => {
    const container = { id: 'container_1', expires_at: '2026-11-23T00:00:00Z' };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn' };
    const usage = { input_tokens: 1, output_tokens: 1 };
    upstream.serve = stream
      ? streamOf(
          event('message_start', { message: { ...message, usage } }),
          event('message_delta', { delta: { stop_reason: 'end_turn', container }, usage }),
          event('message_stop', {}),
        )
      : (_request, answer) => answer.end(JSON.stringify({ ...message, usage, container }));
    const body = { model: 'm', max_tokens: 9, messages: [], stream };
    const serving = noting(createTestServing({ pools: upstream.pools, stream, client: 'messages', body }));
    await attemptInTurn(serving, [candidate(1n, { provider: 'anthropic', ...channel })]);
    expect(serving.outcomes).toMatchObject([{ status: 200 }]);
    expect(noted).toMatchObject([{ responseId: 'container_1', channelId: 1n, contextTokens: 0n }]);
  },
);
