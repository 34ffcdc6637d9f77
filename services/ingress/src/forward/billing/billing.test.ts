import { keyPurse } from '@headgate/proto/purses';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purse } from '../../testing/scripted-ledger.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let tokens: World;
let yuan: World;

beforeAll(async () => {
  world = await startWorld();
  tokens = await startWorld();
  tokens.account.perUsd = '';
  yuan = await startWorld();
  yuan.account.perUsd = '7.3';
  for (const { account, ledger } of [world, tokens, yuan]) {
    const limited = account.put('sk-limited', {
      name: 'ci',
      expiresAt: 4_000_000_000n,
      modelsLimited: true,
      models: ['a', 'b'],
      modelLimits: [{ model: 'b', quotaUnits: 750_000n }],
    });
    ledger.purses.set(
      keyPurse(limited.id),
      purse(keyPurse(limited.id), { granted: 5_000_000n, used: 1_250_000n, held: 9n }),
    );
    const rich = account.put('sk-rich', { name: 'rich' });
    const millions = { granted: 5_000_000_000_001n, used: 617_283_945_003n };
    ledger.purses.set(keyPurse(rich.id), purse(keyPurse(rich.id), millions));
    const free = account.put('sk-free', { name: 'ops', unlimited: true });
    ledger.purses.set(keyPurse(free.id), purse(keyPurse(free.id), { used: 500n, unlimited: true }));
    account.put('sk-new', { name: 'new' });
  }
});
beforeEach(() => {
  world.ledger.isBroken = false;
});
afterAll(() => Promise.all([world.stop(), tokens.stop(), yuan.stop()]));

const get = (where: World, path: string, key: string) =>
  request(where.url).get(path).set('authorization', `Bearer ${key}`);

describe.each(['/api/usage/token', '/api/usage/token/'])('%s', (path) => {
  it('shows the record of a key in quota units', async () => {
    for (const where of [world, tokens, yuan]) {
      const { status, body } = await get(where, path, 'sk-limited');
      expect(status).toBe(200);
      expect(body).toEqual({
        code: true,
        message: 'ok',
        data: {
          object: 'token_usage',
          name: 'ci',
          total_granted: 5_000_000,
          total_used: 1_250_000,
          total_available: 3_750_000,
          unlimited_quota: false,
          model_limits: { a: 5_000_000, b: 750_000 },
          model_limits_enabled: true,
          expires_at: 4_000_000_000,
        },
      });
    }
  });

  it('shows keys without a limit and keys that nobody has used', async () => {
    expect((await get(world, path, 'sk-free')).body.data).toMatchObject({
      total_granted: 0,
      total_used: 500,
      total_available: -500,
      unlimited_quota: true,
      model_limits: {},
      model_limits_enabled: false,
      expires_at: 0,
    });
    expect((await get(world, path, 'sk-new')).body.data).toMatchObject({ total_granted: 0, total_used: 0 });
  });

  it('says what is wrong with the header', async () => {
    const missing = await request(world.url).get(path);
    expect(missing.status).toBe(401);
    expect(missing.body).toEqual({ success: false, message: 'No Authorization header' });
    for (const authorization of ['sk-limited', 'Basic x', 'Bearer', 'Bearer a b']) {
      const malformed = await request(world.url).get(path).set({ authorization });
      expect(malformed.status).toBe(401);
      expect(malformed.body).toEqual({ success: false, message: 'Invalid Bearer token' });
    }
  });

  it('is 503 in the session envelope when ledger cannot answer', async () => {
    world.ledger.isBroken = true;
    const { status, body } = await get(world, path, 'sk-limited');
    expect(status).toBe(503);
    expect(body).toEqual({ success: false, message: expect.any(String) });
  });
});

const subscriptions = ['/dashboard/billing/subscription', '/v1/dashboard/billing/subscription'];
const usages = ['/dashboard/billing/usage', '/v1/dashboard/billing/usage'];

describe.each(subscriptions)('%s', (path) => {
  it.each([
    ['US dollars', () => world, 'sk-limited', 10],
    ['quota units', () => tokens, 'sk-limited', 5_000_000],
    ['yuan', () => yuan, 'sk-limited', 73],
    ['no limit in yuan', () => yuan, 'sk-free', 100_000_000],
    ['no limit', () => world, 'sk-free', 100_000_000],
  ])('shows %s', async (_what, where, key, amount) => {
    const { status, body } = await get(where(), path, key);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: amount,
      hard_limit_usd: amount,
      system_hard_limit_usd: amount,
      access_until: key === 'sk-free' ? 0 : 4_000_000_000,
    });
  });

  it('shows each unit of millions', async () => {
    expect((await get(world, path, 'sk-rich')).body.hard_limit_usd).toBe(10_000_000.000002);
    expect((await get(yuan, path, 'sk-rich')).body.hard_limit_usd).toBe(73_000_000.0000146);
  });
});

describe.each(usages)('%s', (path) => {
  it('shows hundredths of what was used', async () => {
    const query = '?start_date=2026-01-01&end_date=2026-02-01';
    expect((await get(world, path + query, 'sk-limited')).body).toEqual({ object: 'list', total_usage: 250 });
    expect((await get(tokens, path, 'sk-limited')).body.total_usage).toBe(125_000_000);
    expect((await get(yuan, path, 'sk-limited')).body.total_usage).toBe(1825);
    expect((await get(world, path, 'sk-free')).body.total_usage).toBe(0.1);
    expect((await get(world, path, 'sk-rich')).body.total_usage).toBe(123_456_789.0006);
  });
});

describe.each([...subscriptions, ...usages])('%s', (path) => {
  const expected = { error: { message: expect.any(String), type: 'upstream_error', param: '', code: null } };

  it('answers 200 with an error of its own kind when ledger cannot answer', async () => {
    world.ledger.isBroken = true;
    const { status, body } = await get(world, path, 'sk-limited');
    expect(status).toBe(200);
    expect(body).toEqual(expected);
  });

  it('answers so too when the key cannot be looked up', async () => {
    await world.account.stop();
    const { status, body } = await get(world, path, `sk-unseen-${path}`);
    await world.account.start();
    expect(status).toBe(200);
    expect(body).toEqual(expected);
  });
});
