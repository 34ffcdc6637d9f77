import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Replica, startReplicas } from './testing/replica.ts';

describe.skipIf(whyNoRedisServer())('a Valkey that forgot the minute', { timeout: 120_000 }, () => {
  let server: TestRedisServer;
  let one: Replica;
  let other: Replica;
  beforeEach(async () => {
    server = await startTestRedisServer();
    [one, other] = (await startReplicas(2, { url: server.url })) as [Replica, Replica];
  });
  afterEach(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await server.stop();
  });

  it('gives nothing out again that was used, when it was restarted', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `name ${at}`);
    async function admitted(times: number): Promise<number[]> {
      const ofNames = names.map(async (name) => {
        const takes = [one, other].flatMap(({ rates }) =>
          Array.from({ length: times }, () => rates.take(name, 10)),
        );
        return (await Promise.all(takes)).filter((refusal) => refusal === undefined).length;
      });
      return Promise.all(ofNames);
    }
    expect(await admitted(4)).toEqual(names.map(() => 8));
    await server.kill();
    await waitFor(() => !one.link.isJoined() && !other.link.isJoined(), 'both notice');
    const leases = [one, other].map(({ counts }) => counts.leases + names.length);
    await server.restart();
    await waitFor(
      () => [one, other].every(({ counts }, at) => counts.leases >= (leases[at] ?? 0)),
      'both have told it',
    );
    expect(await admitted(10)).toEqual(names.map(() => 2));
  });
});
