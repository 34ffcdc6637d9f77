import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

describe('the address of a client', () => {
  let world: World;
  let trusting: World;
  beforeAll(async () => {
    world = await startWorld();
    trusting = await startWorld({ trustedProxies: '127.0.0.1, 10.0.0.0/8' });
    for (const { account } of [world, trusting])
      account.put('sk-office', { ips: ['192.0.2.0/24', '2001:db8::/32'] });
  });
  afterAll(() => Promise.all([world.stop(), trusting.stop()]));

  const statusFrom = async ({ url }: World, forwarded: string) => {
    const headers = { authorization: 'Bearer sk-office', 'x-forwarded-for': forwarded };
    return (await request(url).get('/v1/models').set(headers)).status;
  };

  it('is not what a stranger says it is', async () => {
    expect(await statusFrom(world, '192.0.2.1')).toBe(403);
  });

  it('is what a trusted proxy says it is, up to the first stranger', async () => {
    expect(await statusFrom(trusting, '192.0.2.1')).toBe(200);
    expect(await statusFrom(trusting, '2001:db8::7')).toBe(200);
    expect(await statusFrom(trusting, '192.0.2.1:50123')).toBe(200);
    expect(await statusFrom(trusting, '192.0.2.1, 10.1.1.1')).toBe(200);
    expect(await statusFrom(trusting, '192.0.2.1, 10.1.1.1:50123')).toBe(200);
    expect(await statusFrom(trusting, '192.0.2.1, 203.0.113.1')).toBe(403);
    expect(await statusFrom(trusting, '192.0.2.1, 203.0.113.1:50123')).toBe(403);
  });
});

describe('a key', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    world.account.put('sk-good');
    world.account.put('sk-soon', { expiresAt: BigInt(Math.floor(Date.now() / 1_000) + 2) });
  });
  afterAll(() => world.stop());

  const statusWith = async (authorization: string) =>
    (await request(world.url).get('/v1/models').set({ authorization })).status;

  it('comes with or without a scheme', async () => {
    expect(await statusWith('Bearer sk-good')).toBe(200);
    expect(await statusWith('bEARER sk-good')).toBe(200);
    expect(await statusWith('sk-good')).toBe(200);
    expect(await statusWith('Basic sk-good')).toBe(401);
    expect(await statusWith('Bearer sk-goo')).toBe(401);
  });

  it('ends in the second in which it expires, cached or not', async () => {
    expect(await statusWith('Bearer sk-soon')).toBe(200);
    await expect.poll(() => statusWith('Bearer sk-soon'), { timeout: 5_000 }).toBe(401);
  });

  it('that nobody knew is looked for again after its time, though the clock was set back', async () => {
    const wall = Date.now;
    let isSetBack = false;
    vi.spyOn(Date, 'now').mockImplementation(() => (isSetBack ? wall() - 3_600_000 : wall()));
    const forgetful = await startWorld({ unknownKeyTtlMs: 50 });
    const status = async () =>
      (await request(forgetful.url).get('/v1/models').set({ authorization: 'sk-new' })).status;
    try {
      expect(await status()).toBe(401);
      isSetBack = true;
      const { asked } = forgetful.account;
      const askedAgain = async () => (await status()) === 401 && forgetful.account.asked > asked;
      await expect.poll(askedAgain, { timeout: 5_000 }).toBe(true);
    } finally {
      vi.restoreAllMocks();
      await forgetful.stop();
    }
  });

  it('of a group that its user may not use any more says so, and shows no more than what it has used', async () => {
    world.account.put('sk-left', { group: 'vip', groupRefused: true });
    const get = (path: string) => request(world.url).get(path).set({ authorization: 'Bearer sk-left' });
    const { status, body } = await get('/v1/models');
    const message = 'The user of this key may not use its group any more.';
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { error: { code: 'access_denied', message } },
    });
    expect((await get('/api/usage/token')).status).toBe(200);
  });

  it('never gets into a log line or a metric', async () => {
    await statusWith('Bearer sk-good');
    await statusWith('Bearer sk-secret-unknown');
    const metrics = await world.service.metrics.metrics();
    for (const text of [JSON.stringify(world.lines), metrics]) {
      expect(text).not.toContain('sk-good');
      expect(text).not.toContain('sk-secret');
    }
    expect(metrics).toContain('headgate_ingress_requests_total{route="GET /v1/models",status="2xx"');
    expect(metrics).toMatch(/headgate_ingress_key_lookups_total{outcome="hit"[^}]*} [1-9]/);
  });
});
