import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRequest } from '../testing/http-client.ts';
import type { ScriptedRelay } from '../testing/scripted-relay.ts';
import { answerOk, streamHead } from '../testing/scripted-text-gateway.ts';
import { startWorld, type World } from '../testing/world.ts';
import { createConcurrency } from './concurrency.ts';
import { createRates } from './rates.ts';
import { createThrottle } from './throttle.ts';
import { createTokenRates, type TokenClaim, type TokenRates } from './token-rates.ts';

describe('requests a minute', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are exact, whoever asks at the same time', async () => {
    const rates = createRates(60_000);
    const answers = await Promise.all(Array.from({ length: 25 }, () => rates.take('a', 10)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(10);
    expect(await rates.take('b', 10)).toBeUndefined();
  });

  it('come back after exactly what Retry-After said', async () => {
    const rates = createRates(60_000);
    await rates.take('a', 1);
    vi.advanceTimersByTime(12_345);
    const refusal = await rates.take('a', 1);
    expect(refusal).toEqual({ retryAfterMs: 60_000 - 12_345 });
    vi.advanceTimersByTime(60_000 - 12_345 - 1);
    expect(await rates.take('a', 1)).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(await rates.take('a', 1)).toBeUndefined();
  });

  it('are back within the minute where the clock was set back', async () => {
    const rates = createRates(60_000);
    await rates.take('a', 1);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await rates.take('a', 1)).toEqual({ retryAfterMs: 60_000 });
    vi.advanceTimersByTime(60_000);
    expect(await rates.take('a', 1)).toBeUndefined();
  });

  it('follow a change of the limit at once', async () => {
    const rates = createRates(60_000);
    for (let count = 0; count < 5; count += 1) await rates.take('a', 2);
    expect(await rates.take('a', 3)).toBeUndefined();
    expect(await rates.take('a', 3)).toBeDefined();
    expect(await rates.take('a', 2)).toBeDefined();
  });
});

describe('tokens a minute', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function take(rates: TokenRates, perMinute: number, estimate: number): Promise<TokenClaim> {
    const claim = await rates.take('a', perMinute, estimate);
    if ('retryAfterMs' in claim) throw new Error(`refused for ${claim.retryAfterMs} ms`);
    return claim;
  }

  it('are used up by what requests really used, not by what was estimated', async () => {
    const rates = createTokenRates(60_000);
    const [first, second] = [await take(rates, 100, 60), await take(rates, 100, 60)];
    await first.correct(5);
    await second.correct(94);
    const third = await take(rates, 100, 40);
    expect(await rates.take('a', 100, 1)).toEqual({ retryAfterMs: 60_000 });
    await third.correct(0);
    await take(rates, 100, 1);
  });

  it('come back when the minute is over, and a late correction does not touch the next one', async () => {
    const rates = createTokenRates(60_000);
    const late = await take(rates, 100, 100);
    vi.advanceTimersByTime(59_999);
    expect(await rates.take('a', 100, 1)).toEqual({ retryAfterMs: 1 });
    vi.advanceTimersByTime(1);
    await late.correct(1_000_000);
    await take(rates, 100, 100);
    await late.correct(0);
    expect(await rates.take('a', 100, 1)).toEqual({ retryAfterMs: 60_000 });
  });

  it('are back within the minute where the clock was set back, and no late correction adds to the next one', async () => {
    const rates = createTokenRates(60_000);
    await take(rates, 100, 1);
    vi.setSystemTime(Date.now() - 3_600_000);
    const late = await take(rates, 100, 100);
    expect(await rates.take('a', 100, 1)).toEqual({ retryAfterMs: 60_000 });
    vi.advanceTimersByTime(60_000);
    await late.correct(0);
    await take(rates, 100, 100);
    expect(await rates.take('a', 100, 1)).toEqual({ retryAfterMs: 60_000 });
  });

  it('are not taken by a refused request', async () => {
    const rates = createTokenRates(60_000);
    await take(rates, 10, 10);
    for (let count = 0; count < 5; count += 1)
      expect(await rates.take('a', 10, 10)).toHaveProperty('retryAfterMs');
    await take(rates, 11, 1);
  });
});

describe('places at the same time', () => {
  it('are given back once', () => {
    const concurrency = createConcurrency();
    const leave = concurrency.enter('a', 2);
    concurrency.enter('a', 2);
    expect(concurrency.enter('a', 2)).toBeUndefined();
    leave?.();
    leave?.();
    expect(concurrency.enter('a', 2)).toBeDefined();
    expect(concurrency.enter('a', 2)).toBeUndefined();
    expect(concurrency.enter('b', 2)).toBeDefined();
  });
});

describe('refused attempts', () => {
  it('are counted by address, IPv6 by its network', async () => {
    const throttle = createThrottle(2, 60_000);
    await throttle.count('2001:db8::1');
    await throttle.check('2001:db8::2');
    await throttle.count('2001:db8:0:0:9::2');
    await expect(throttle.check('2001:db8::3')).rejects.toMatchObject({
      fault: { status: 429, code: 'too_many_requests' },
    });
    await throttle.check('2001:db8:0:1::1');
    await throttle.check('192.0.2.1');
    await throttle.forgive('2001:db8::1');
    await throttle.check('2001:db8::3');
  });
});

describe('limits of a key', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ failedAuthLimit: 3, loginLimit: 2, trustedProxies: 'loopback' });
  });
  beforeEach(() => {
    world.text.onOpen = answerOk;
    world.text.relays.length = 0;
  });
  afterAll(() => world.stop());

  const post = (key: string) =>
    request(world.url).post('/v1/chat/completions').set('authorization', `Bearer ${key}`).send('{}');

  it('let exactly rpm requests through', async () => {
    world.account.put('sk-rpm', { rpm: 5 });
    const responses = await Promise.all(Array.from({ length: 9 }, () => post('sk-rpm')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(world.text.relays).toHaveLength(5);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatchObject({ code: 'too_many_requests', type: 'headgate_api_error' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(55);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('let exactly concurrency requests run, and the next in as one ends', async () => {
    world.account.put('sk-two', { concurrency: 2 });
    const held: ScriptedRelay[] = [];
    world.text.onOpen = (relay) => void held.push(relay);
    // Sent by then(); supertest sends nothing before.
    const running = [post('sk-two').then((r) => r.status), post('sk-two').then((r) => r.status)];
    await waitFor(() => held.length === 2, 'two requests run');
    const refused = await post('sk-two');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    for (const relay of held) answerOk(relay);
    expect(await Promise.all(running)).toEqual([200, 200]);
    world.text.onOpen = answerOk;
    for (let count = 0; count < 20; count += 1) expect((await post('sk-two')).status).toBe(200);
  });

  it('let requests through until the tokens of the minute are used up, and count what was used', async () => {
    world.account.put('sk-tokens', { tpm: 100 });
    const used = [90n, 9n, 1n, 5n];
    world.text.onOpen = (relay) => {
      relay.head(streamHead);
      relay.tail(used.shift());
    };
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await post('sk-tokens')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await post('sk-tokens');
    expect(refused.body.error).toMatchObject({ code: 'too_many_requests', type: 'headgate_api_error' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55);
  });

  it('count what an answer used that its client left', async () => {
    world.account.put('sk-leaves', { tpm: 1_000_000 });
    const streams: ScriptedRelay[] = [];
    world.text.onOpen = (relay) => {
      streams.push(relay);
      relay.head(streamHead);
      relay.data('data: 1\n\n');
    };
    const init = { method: 'POST', headers: { authorization: 'Bearer sk-leaves' }, body: '{}' };
    const leaving = new AbortController();
    await fetch(`${world.url}/v1/chat/completions`, { ...init, signal: leaving.signal });
    leaving.abort();
    await waitFor(() => streams[0]?.isCancelled, 'the gateway knows that the client has gone');
    world.text.onOpen = answerOk;
    expect((await post('sk-leaves')).status).toBe(200);
    streams[0]?.tail(1_000_000n);
    await waitFor(async () => (await post('sk-leaves')).status === 429, 'they are used up');
  });

  it('take no tokens for a request that the gateway refused', async () => {
    world.account.put('sk-dear', { tpm: 1 });
    world.text.onOpen = (relay) => relay.refuse(fault('model_not_found'));
    for (let count = 0; count < 3; count += 1) expect((await post('sk-dear')).status).toBe(503);
  });

  it('hold no place for a client that left before it was known', async () => {
    world.account.put('sk-hasty', { concurrency: 1 });
    const { asked } = world.account;
    let answer: () => void = () => undefined;
    world.account.beforeAnswer = () => new Promise((resolve) => (answer = resolve));
    const headers = { authorization: 'Bearer sk-hasty' };
    const left = openRequest(`${world.url}/v1/chat/completions`, { body: '{}', headers });
    await waitFor(() => world.account.asked > asked, 'the key is looked up');
    left.request.destroy();
    await waitFor(() => world.context.open.size === 0, 'the request is over');
    world.account.beforeAnswer = undefined;
    answer();
    for (let count = 0; count < 3; count += 1) expect((await post('sk-hasty')).status).toBe(200);
    expect(world.text.relays).toHaveLength(3);
  });

  it('do not spend a request of the minute on a refusal for want of a place', async () => {
    world.account.put('sk-both', { concurrency: 1, rpm: 2 });
    let running: ScriptedRelay | undefined;
    world.text.onOpen = (relay) => {
      running = relay;
      relay.head(streamHead);
    };
    const first = post('sk-both').then((response) => response.status);
    await waitFor(() => running, 'a request runs');
    expect((await post('sk-both')).status).toBe(429);
    running?.tail();
    expect(await first).toBe(200);
    world.text.onOpen = answerOk;
    expect((await post('sk-both')).status).toBe(200);
    expect((await post('sk-both')).status).toBe(429);
  });

  it('throttle addresses that send wrong keys, but not keys that are known', async () => {
    world.account.put('sk-known');
    world.account.put('sk-fresh');
    const from = (address: string, key: string) => post(key).set('x-forwarded-for', address);
    expect((await from('192.0.2.1', 'sk-known')).status).toBe(200);
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await from('192.0.2.1', `sk-wrong-${count}`)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const asked = world.account.asked;
    const refused = await from('192.0.2.1', 'sk-fresh');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(world.account.asked).toBe(asked);
    expect((await from('192.0.2.1', 'sk-known')).status).toBe(200);
    expect((await from('192.0.2.2', 'sk-fresh')).status).toBe(200);
  });

  it('throttle sign-ins that fail', async () => {
    const login = (password: string) =>
      request(world.url).post('/api/user/login').send({ username: 'ada', password });
    for (const password of ['right', 'right', 'wrong', 'right', 'wrong']) {
      expect((await login(password)).status).toBe(200);
    }
    const refused = await login('right');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_190);
    expect(refused.body).toEqual({ success: false, message: expect.any(String) });
  });

  it.each([
    ['nobody could decide on', new Error('the database is away')],
    [
      'account had no room for',
      new FaultError(fault('too_many_requests', { retryAfterMs: 2_000, notStarted: true })),
    ],
  ])('do not take a sign-in that %s for one that failed', async (_, failure) => {
    const { onOperate } = world.account;
    const login = (members: object) =>
      request(world.url).post('/api/user/login').set('x-forwarded-for', '192.0.2.9').send(members);
    world.account.onOperate = () => {
      throw failure;
    };
    const { length } = world.account.operated;
    for (let count = 0; count < 4; count += 1) await login({});
    expect(world.account.operated).toHaveLength(length + 4);
    world.account.onOperate = onOperate;
    expect((await login({ username: 'ada', password: 'right' })).status).toBe(200);
  });
});
