import { fault } from '@headgate/proto/faults';
import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { CircuitState } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { type Route, routesOf } from '../catalog/route.ts';
import type { AttemptResult } from '../relay/attempts/attempt.ts';
import { watchCall } from '../relay/attempts/watch-call.ts';
import { createCandidate, createTestRouting } from '../testing/test-serving.ts';
import type { Verdict } from './breaker.ts';
import { sayHealth } from './say-health.ts';

function prepare() {
  let nowMs = 1_000;
  const routing = createTestRouting({ now: () => nowMs, random: () => 0.999 });
  const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
  const candidate = createCandidate({ id: 3n, keys: ['one', 'two'], models });
  const [one, two] = routesOf(candidate);
  if (!one || !two) throw new Error('two credentials are two routes');
  const results = {
    served: { kind: 'answered' },
    failed: { kind: 'failed', fault: {} as never, isRetryable: true },
    credential: { kind: 'failed', fault: {} as never, isRetryable: true, blame: 'credential' },
    neither: { kind: 'failed', fault: {} as never, isRetryable: false },
  } as const satisfies Record<Verdict, unknown>;
  return {
    one,
    two,
    advance: (ms: number) => (nowMs += ms),
    begin: () => watchCall(routing, one, { stream: false, prompt: undefined }),
    call(verdict: Verdict, route = one) {
      watchCall(routing, route, { stream: false, prompt: undefined }).end(results[verdict], false);
    },
    say: () => sayHealth([candidate.channel, Channel.fromPartial({ id: 4n, keys: ['k'] })], routing),
  };
}

test('channels without traffic are closed, and stand last', () => {
  const { call, say } = prepare();
  call('served');
  expect(say()).toMatchObject([
    { channelId: 3n, state: CircuitState.CLOSED, requests: 1, failures: 0, credentials: 2 },
    { channelId: 4n, state: CircuitState.CLOSED, requests: 0, failures: 0, credentials: 1 },
  ]);
});

test('what keeps failing is open, then half-open, and closed once it served', () => {
  const { call, say, advance } = prepare();
  for (let count = 0; count < 5; count += 1) call('failed');
  expect(say()[0]).toMatchObject({ state: CircuitState.OPEN, requests: 5, failures: 5, credentialsOpen: 0 });
  advance(2_000);
  expect(say()[0]).toMatchObject({ state: CircuitState.HALF_OPEN });
  call('served');
  expect(say()[0]).toMatchObject({ state: CircuitState.CLOSED, requests: 6, failures: 5 });
});

test('a credential that was refused is counted among those of its channel', () => {
  const { call, say, two } = prepare();
  call('credential', two);
  expect(say()[0]).toMatchObject({ state: CircuitState.OPEN, credentials: 2, credentialsOpen: 1 });
});

test('a credential that was exchanged for another, and a model that is served no more, trouble nobody', () => {
  let nowMs = 1_000;
  const routing = createTestRouting({ now: () => nowMs });
  const old = createCandidate({ id: 3n, keys: ['one', 'two'] });
  const [refused, other] = routesOf(old);
  if (!refused || !other) throw new Error('two credentials are two routes');
  const call = (route: Route, result: AttemptResult) =>
    watchCall(routing, route, { stream: false, prompt: undefined }).end(result, false);
  const failed = { kind: 'failed', fault: fault('internal_error'), isRetryable: true } as const;
  call(refused, { ...failed, blame: 'credential' });
  for (let count = 0; count < 5; count += 1) call(other, failed);
  const say = (keys: string[], upstream: string) =>
    sayHealth(
      [Channel.fromPartial({ id: 3n, keys, models: [{ name: 'm', upstream, priceModel: 'm' }] })],
      routing,
    )[0];
  expect(say(['one', 'two'], 'm')).toMatchObject({ state: CircuitState.OPEN, credentialsOpen: 1 });
  nowMs += 20 * 60_000;
  expect(say(['one', 'two'], 'm')).toMatchObject({ state: CircuitState.HALF_OPEN, credentialsOpen: 1 });
  expect(say(['new', 'two'], 'm')).toMatchObject({ state: CircuitState.HALF_OPEN, credentialsOpen: 0 });
  expect(say(['new', 'two'], 'another')).toMatchObject({ state: CircuitState.CLOSED, credentialsOpen: 0 });
});

test('what says nothing of the upstream is no request of it', () => {
  const { call, say } = prepare();
  call('neither');
  expect(say()[0]).toMatchObject({ requests: 0, failures: 0 });
});

test('calls in flight and the time to the first byte are told, and fade after five minutes', () => {
  const { begin, say, advance } = prepare();
  const calls = [10, 30, 20].map((waitMs) => ({ waitMs, call: begin() }));
  expect(say()[0]).toMatchObject({ inFlight: 3, firstByteP50Ms: 0 });
  for (const { waitMs, call } of calls) {
    advance(waitMs);
    call.answering();
    call.end({ kind: 'answered' }, false);
  }
  expect(say()[0]).toMatchObject({ inFlight: 0, requests: 3, firstByteP50Ms: 40 });
  advance(6 * 60_000);
  expect(say()[0]).toMatchObject({ requests: 0, firstByteP50Ms: 0 });
});
