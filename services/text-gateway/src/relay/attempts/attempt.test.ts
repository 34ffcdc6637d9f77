/** One upstream call against a real HTTP server that ends in every way an upstream can. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { chunk, streamOf } from '../../testing/upstream-server.ts';
import { planCall } from '../plans/plan-call.ts';
import { signCall } from '../plans/sign-call.ts';
import { type AttemptResult, makeAttempt } from './attempt.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

const upstream = startUpstreamForEach();

function prepare(options: { stream: boolean; takes?: boolean }): TestServing {
  return createTestServing({ pools: upstream.pools, ...options });
}

async function attempt(serving: TestServing, key = 'key'): Promise<AttemptResult> {
  const candidate = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), keys: [key] });
  const plan = await planCall(serving, { candidate, key }, 'request.1');
  if ('fault' in plan) throw new Error(plan.fault.message);
  return makeAttempt(serving, { candidate, key }, await signCall(plan, { candidate, key }, serving.context));
}

test('the upstream is cut soon after the end of its answer, however long it stays', async () => {
  upstream.serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  expect(await attempt(run)).toEqual({ kind: 'answered' });
  expect(run.isEnded).toBe(true);
  expect(run.sent).toBe(`${chunk}data: [DONE]\n\n`);
  await waitFor(() => upstream.openCalls() === 0, 'the upstream is cut');
});

test.each([
  undefined,
  'text/plain',
  'text/html; charset=utf-8',
  'application/octet-stream',
  'application/json',
])('a stream is one whatever it is called: %s', async (type) => {
  upstream.serve = (_request, response) => {
    if (type !== undefined) response.setHeader('content-type', type);
    response.write(`: hello\n\n${chunk}`);
    response.end('data: [DONE]\n\n');
  };
  const run = prepare({ stream: true });
  expect(await attempt(run)).toEqual({ kind: 'answered' });
  expect(run.sent).toBe(`: hello\n\n${chunk}data: [DONE]\n\n`);
  expect(run.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});

test.each([
  ['a part of a name', chunk.slice(0, 3)],
  ['a blank line', '\n'],
  ['blanks that shall keep nobody waiting', `${' '.repeat(2_048)}\n`],
])('nor does it matter how little comes first of it: %s', async (_, first) => {
  const rest = `${chunk}data: [DONE]\n\n`.slice(chunk.startsWith(first) ? first.length : 0);
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write(first);
    // Behind what the first piece has brought.
    setTimeout(() => response.end(rest), 20);
  };
  const run = prepare({ stream: true });
  expect(await attempt(run)).toEqual({ kind: 'answered' });
  expect(run.sent).toBe(first + rest);
  expect(run.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});

test('what is no stream and begins as none is read whole, though a stream was asked for', async () => {
  const whole = { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] };
  for (const type of ['text/plain', 'application/json']) {
    upstream.serve = (_request, response) => {
      response.setHeader('content-type', type);
      response.end(JSON.stringify(whole));
    };
    const run = prepare({ stream: true });
    expect(await attempt(run)).toEqual({ kind: 'answered' });
    expect(run.sent).toContain('"content":"Hi"');
  }
});

test('the bill is closed before the last frame leaves', async () => {
  upstream.serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  const sentAtSettle: string[] = [];
  run.outcomes.push = (...outcomes) => {
    sentAtSettle.push(run.sent);
    return Array.prototype.push.apply(run.outcomes, outcomes);
  };
  await attempt(run);
  expect(sentAtSettle).toHaveLength(1);
  expect(sentAtSettle[0]).not.toContain('[DONE]');
});

test('what came before an error in the same piece reaches the client, once the answer has begun', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk);
    setTimeout(() => response.end(`${chunk}data: {"error":{"message":"m"}}\n\n`), 50);
  };
  const run = prepare({ stream: true });
  expect(await attempt(run)).toEqual({ kind: 'answered', isBroken: true });
  expect(run.sent.startsWith(chunk + chunk)).toBe(true);
  expect(run.sent).toContain('"error":{');
  expect(run.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
});

test.each([
  ['default', undefined],
  ['flex', 'flex'],
  [undefined, 'priority'],
])('a stream that breaks off is billed at the tier at which it began: %s', async (told, tier) => {
  const delta = { choices: [{ index: 0, delta: { content: 'x' } }], service_tier: told };
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta)}\n\n`);
    setTimeout(() => response.end(), 50);
  };
  const body = { model: 'm', stream: true, messages: [], service_tier: 'priority' };
  const run = createTestServing({ pools: upstream.pools, stream: true, body });
  await attempt(run);
  expect(run.outcomes).toHaveLength(1);
  expect(run.outcomes[0]).toMatchObject({ ending: Ending.BROKEN, source: UsageSource.ESTIMATED });
  expect(run.outcomes[0]?.askedTier).toBe(tier);
});

test('what says that a stream broke off is a frame of its own, however the last one ended', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunk + chunk.trimEnd());
  };
  const run = prepare({ stream: true });
  expect(await attempt(run)).toEqual({ kind: 'answered', isBroken: true });
  const frames = run.sent.split('\n\n').filter((frame) => frame !== '');
  expect(frames).toEqual([chunk.trimEnd(), chunk.trimEnd(), expect.stringMatching(/^data: {"error":{/)]);
});

test('an error before the first frame fails the attempt alone', async () => {
  upstream.serve = streamOf(`${chunk}data: {"error":{"message":"m"}}\n\n`);
  const run = prepare({ stream: true });
  expect(await attempt(run)).toMatchObject({ kind: 'failed', isRetryable: true });
  expect(run).toMatchObject({ sent: '', outcomes: [] });
});

test('a refusal whose body never ends is taken as far as it came', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(429, { 'retry-after': '3' });
    response.write('x'.repeat(70_000));
  };
  const result = await attempt(prepare({ stream: false }));
  expect(result).toMatchObject({ kind: 'failed', fault: { status: 429, retryAfterMs: 3_000 } });
});

test('a credential that no header can carry fails the attempt, and leaves no timer behind', async () => {
  upstream.serve = streamOf(chunk);
  const timersBefore = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const result = await attempt(prepare({ stream: true }), 'key\n');
  expect(result).toMatchObject({ kind: 'failed', fault: { code: 'model_not_found' } });
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(timersBefore);
  expect(upstream.calls).toEqual([]);
});

test('a client that left before the first attempt costs nothing', async () => {
  upstream.serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  run.client.abort();
  await attemptInTurn(run, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
  expect(upstream.calls).toEqual([]);
});

test('a client that does not take its answer holds the upstream back', async () => {
  let written = 0;
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frame = `data: {"x":"${'y'.repeat(60_000)}"}\n\n`;
    const write = (): void => {
      while (!response.destroyed && written < 200_000_000) {
        written += frame.length;
        if (!response.write(frame)) return void response.once('drain', write);
      }
    };
    write();
  };
  const run = prepare({ stream: true, takes: false });
  void attempt(run);
  await waitFor(() => run.sent.length > 0, 'the first frame');
  const before = written;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(written - before).toBeLessThan(20_000_000);
  run.client.abort();
  await waitFor(() => upstream.openCalls() === 0, 'the upstream is cut');
});

test('a defect on the way ends the request instead of leaving it open', async () => {
  upstream.serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  run.outcomes.push = () => {
    throw new Error('defect');
  };
  const result = await attempt(run);
  expect(result.kind === 'failed' || run.failed instanceof Error).toBe(true);
});
