import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReplica, type Replica, startReplicas } from './testing/replica.ts';

describe.skipIf(whyNoRedisServer())('limits while Valkey is away', { timeout: 120_000 }, () => {
  let server: TestRedisServer;
  const running: Replica[] = [];
  beforeEach(async () => {
    server = await startTestRedisServer();
  });
  afterEach(async () => {
    server.resume();
    await Promise.all(running.splice(0).map((replica) => replica.stop()));
    await server.stop();
  });

  const isAdmitted = (outcome: unknown): boolean => outcome === undefined;
  const isAway = (replicas: Replica[]) => () => replicas.every(({ link }) => !link.isJoined());
  const isJoined = (replicas: Replica[]) => () => replicas.every(({ link }) => link.isJoined());

  async function admittedOf(replica: Replica, name: string, limit: number, times: number): Promise<number> {
    const outcomes = await Promise.all(Array.from({ length: times }, () => replica.rates.take(name, limit)));
    return outcomes.filter(isAdmitted).length;
  }

  it('are each replica’s own, decided at once, and no request is refused that the limit allows', async () => {
    const replicas = await startReplicas(2, { url: server.url });
    running.push(...replicas);
    const [one, other] = replicas as [Replica, Replica];
    expect(await admittedOf(one, 'a', 10, 4)).toBe(4);
    const toldBefore = one.lines.length;
    await server.kill();
    await waitFor(isAway(replicas), 'both notice');
    // What is known of the minute still counts: four here, and a whole limit there, where nothing was known.
    expect(one.rates.take('a', 10)).toBeUndefined();
    expect(await admittedOf(one, 'a', 10, 20)).toBe(5);
    expect(await admittedOf(other, 'a', 10, 20)).toBe(10);
    expect(one.concurrency.enter('c', 1)).toBeTypeOf('function');
    expect(one.concurrency.enter('c', 1)).toBeUndefined();
    const toldAway = one.lines.slice(toldBefore);
    expect(toldAway[0]).toMatch(/^Valkey does not answer/);
    expect(toldAway.slice(1).filter((line) => !line.startsWith('Valkey is still away'))).toEqual([]);

    await server.restart();
    await waitFor(isJoined(replicas), 'both are back');
    // Each brings what it has counted meanwhile: the minute is full.
    await waitFor(async () => (await admittedOf(one, 'a', 15, 1)) === 0, 'the other’s requests are known');
    expect(await admittedOf(other, 'a', 15, 1)).toBe(0);
    expect(one.lines.at(-1)).toMatch(/^limits are shared/);
  });

  it('wait for a server that says nothing as long as the deadline, once', async () => {
    running.push(...(await startReplicas(2, { url: server.url, deadlineMs: 1_000 })));
    const [replica] = running as [Replica];
    server.pause();
    // Two replicas and a small limit: this one asks, and is let through without an answer.
    expect(isAdmitted(await replica.rates.take('b', 5))).toBe(true);
    expect(replica.link.isJoined()).toBe(false);
    expect(replica.rates.take('b', 5)).toBeUndefined();
    server.resume();
    await waitFor(isJoined([replica]), 'it is back');
    expect(await admittedOf(replica, 'b', 5, 5)).toBe(3);
  });

  it('do not keep anybody waiting when there never was one, and the password stays secret', async () => {
    const replica = createReplica({ url: 'redis://:secret-word@127.0.0.1:1' });
    running.push(replica);
    await waitFor(() => replica.lines.length > 0, 'it says so');
    expect(await admittedOf(replica, 'a', 3, 5)).toBe(3);
    expect(replica.lines.join()).not.toContain('secret-word');
  });

  it('join a server that asks for a password', async () => {
    const guarded = await startTestRedisServer(['--requirepass', 'secret-word']);
    const wrong = createReplica({ url: guarded.url.replace('//', '//:other-word@') });
    running.push(wrong);
    await waitFor(() => wrong.lines.length > 0, 'it is refused');
    expect(wrong.lines.join()).not.toMatch(/secret-word|other-word/);
    const right = createReplica({ url: guarded.url.replace('//', '//:secret-word@') });
    running.push(right);
    await waitFor(isJoined([right]), 'it is let in');
    await guarded.stop();
  });
});
