import { startTestRedisServer, type TestRedisServer } from '@headgate/runtime/testing/redis-server';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Replica, type ReplicaOptions, startReplicas } from './replica.ts';

/** What the tests of a file start on the server that they share. Replicas stop behind their test. */
export interface SharedReplicas {
  /** To be asked for within a test. */
  server(): TestRedisServer;
  start(count: number, options?: Partial<ReplicaOptions>): Promise<Replica[]>;
  startPair(options?: Partial<ReplicaOptions>): Promise<[Replica, Replica]>;
}

export function shareReplicas(): SharedReplicas {
  let shared: TestRedisServer | undefined;
  const running: Replica[] = [];
  beforeAll(async () => {
    shared = await startTestRedisServer();
  });
  afterAll(() => shared?.stop());
  afterEach(async () => {
    shared?.resume();
    await Promise.all(running.splice(0).map((replica) => replica.stop()));
  });

  function server(): TestRedisServer {
    if (!shared) throw new Error('The server begins with the first test');
    return shared;
  }

  async function start(count: number, options: Partial<ReplicaOptions> = {}): Promise<Replica[]> {
    const replicas = await startReplicas(count, { url: server().url, ...options });
    running.push(...replicas);
    return replicas;
  }

  return {
    server,
    start,
    async startPair(options) {
      const [one, other] = await start(2, options);
      if (!one || !other) throw new Error('Two replicas were asked for');
      return [one, other];
    },
  };
}
