import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countWindow,
  readWindowAnswer,
  type WindowAnswer,
  type WindowQuestion,
  writeWindowQuestion,
} from './count-window.ts';

const windowMs = 60_000;

describe.skipIf(whyNoRedisServer())('a window that Valkey counts', { timeout: 120_000 }, () => {
  let server: TestRedisServer;
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    server = await startTestRedisServer();
    client = createClient({ url: server.url });
    await client.connect();
  });
  afterAll(async () => {
    client.destroy();
    await server.stop();
  });

  type Asked = Pick<WindowQuestion, 'replica' | 'agoMs' | 'startId' | 'declared'> & Partial<WindowQuestion>;

  async function ask(name: string, asked: Asked): Promise<WindowAnswer> {
    const question = { windowMs, limit: 10, divisor: 16, ahead: 0, nextAhead: 0, demands: [], ...asked };
    const script = { keys: [name], arguments: writeWindowQuestion(question) };
    return readWindowAnswer(await client.eval(countWindow.text, script));
  }

  it('has all that was counted before it was forgotten, whoever tells first', async () => {
    const first = await ask('forgotten', { replica: 'one', agoMs: 20_000, startId: 1, declared: 4 });
    expect(first.total).toBe(4);
    // It knows of the same window by an answer that took less time to come.
    const second = await ask('forgotten', { replica: 'other', agoMs: 21_000, startId: 1, declared: 5 });
    expect(second.total).toBe(9);
  });

  it('begins anew when it is over, although the answers that a replica knows it by took their time', async () => {
    const startId = Date.now() - windowMs;
    await client.hSet('over', { start: startId, 'c:one': 5, 'c:other': 5 });
    const known = { startId, agoMs: windowMs - 1_000, declared: 5 };
    const first = await ask('over', { replica: 'one', ...known, demands: [1, 1] });
    expect(first).toMatchObject({ isCounted: false, granted: 2, total: 2 });
    const second = await ask('over', { replica: 'other', ...known, demands: [1, 1] });
    expect(second).toMatchObject({ startId: first.startId, isCounted: false, granted: 2, total: 4 });
    // Nor does it begin by what somebody hands back.
    await client.hSet('idle', { start: startId, 'c:one': 5 });
    expect(await ask('idle', { replica: 'one', ...known })).toMatchObject({ leftMs: 0, total: 0 });
  });
});
