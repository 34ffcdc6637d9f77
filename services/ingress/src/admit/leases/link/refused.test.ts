import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { createClient } from '@redis/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beat } from './count-replicas.ts';
import { createLink, type Link } from './link.ts';

/** Longer than from one beat to the next. */
const beatMs = 1_500;

describe.skipIf(whyNoRedisServer())('a Valkey that refuses what it is asked', { timeout: 60_000 }, () => {
  let server: TestRedisServer;
  let observer: ReturnType<typeof createClient>;
  let link: Link;
  const lines: string[] = [];
  const note = (words: object): void => void lines.push(JSON.stringify(words));
  beforeEach(async () => {
    // As one that was a replica when the address was looked up, or that a failover has just made one.
    server = await startTestRedisServer(['--replicaof', '127.0.0.1', '1']);
    observer = createClient({ url: server.url });
    await observer.connect();
    // Beats come when the test lets time go on.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    link = createLink({ url: server.url, log: { info: note, warn: note }, deadlineMs: 30_000 });
  });
  afterEach(async () => {
    vi.useRealTimers();
    server.resume();
    await link.close();
    observer.destroy();
    await server.stop();
    lines.length = 0;
  });

  const countConnections = async (): Promise<number> =>
    Number(/total_connections_received:(\d+)/.exec(await observer.info('stats'))?.[1]);

  async function askManyTimes(): Promise<void> {
    for (let asked = 0; asked < 300; asked += 1) await observer.ping();
  }

  async function join(): Promise<void> {
    await observer.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    while (!link.isJoined()) {
      await vi.advanceTimersByTimeAsync(beatMs);
      await observer.ping();
    }
  }

  it('is asked anew at the next beat and not at once, and joined once it takes what is written', async () => {
    await vi.advanceTimersByTimeAsync(0);
    while (lines.length === 0) await observer.ping();
    expect(lines).toEqual([expect.stringContaining('READONLY')]);
    const before = await countConnections();
    await askManyTimes();
    expect(await countConnections()).toBe(before);
    await join();
    expect(lines.slice(1)).toEqual(['{"replicas":1}']);
  });

  it('is told of once more where it stays away for another reason than it began with', async () => {
    await join();
    lines.length = 0;
    const before = await countConnections();
    await observer.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    await observer.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
    while ((await countConnections()) === before) await observer.ping();
    await askManyTimes();
    const told = [expect.stringContaining('Socket closed'), expect.stringContaining('READONLY')];
    expect(lines).toEqual(told);
    await vi.advanceTimersByTimeAsync(beatMs);
    while ((await countConnections()) === before + 1) await observer.ping();
    await askManyTimes();
    expect(lines).toEqual(told);
  });

  it('is not told of once more by what was on its way as its connection was given up', async () => {
    await join();
    lines.length = 0;
    server.pause();
    const asked = link.run(beat, 'replicas', [link.replica, '1']).catch((error: Error) => error.message);
    while (lines.length === 0) await vi.advanceTimersByTimeAsync(beatMs);
    expect(await asked).toBe('Disconnects client');
    expect(lines).toEqual([expect.stringContaining('no answer within 3000 ms')]);
  });
});
