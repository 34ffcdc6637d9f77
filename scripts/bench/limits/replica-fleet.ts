import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { repository } from '../../start/repository.ts';
import type { LimitsLane } from './lanes.ts';

/** What a replica says of a trial. */
export interface Asked {
  admitted: number;
  longestMs: number;
  memory: number;
  credit: number;
  waited: number;
  alone: number;
  leases: number;
}

/** As many processes as a lane has replicas, each with an ingress's limits. */
export interface ReplicaFleet {
  ask(lane: LimitsLane, name: string): Promise<Asked[]>;
  stop(): void;
}

const program = join(repository, 'services/ingress/src/bench/limits-replica.ts');
/** On a machine with fewer processors than replicas, each waits for its turn. */
const deadlineMs = '1000';

export async function startReplicaFleet(url: string, count: number): Promise<ReplicaFleet> {
  const children = Array.from({ length: count }, () => fork(program, [url, deadlineMs]));
  await waitFor(
    async () => {
      const known = await Promise.all(children.map((child) => exchange<number>(child, 'replicas')));
      return known.every((replicas) => replicas === count);
    },
    'replicas know of each other',
    { timeoutMs: 120_000 },
  );
  return {
    ask: ({ limit, requests, withinMs }, name) =>
      Promise.all(
        children.map((child) =>
          exchange<Asked>(child, { name, limit, requests: Math.ceil(requests / count), withinMs }),
        ),
      ),
    stop: () => {
      for (const child of children) child.kill();
    },
  };
}

async function exchange<T>(child: ChildProcess, wish: object | string): Promise<T> {
  const answered = once(child, 'message');
  child.send(wish);
  const [answer] = await answered;
  return answer;
}
