/** One key's requests a minute, asked for at several ingresses at once: how many pass that should not? */
export interface LimitsLane {
  name: string;
  replicas: number;
  limit: number;
  /** Requests in a trial, of all replicas together. */
  requests: number;
  /** Within which they come; 0 for all at once. */
  withinMs: number;
  /** The Valkey is killed before, or when half of the time is over. */
  killed?: 'before' | 'midway';
}

const replicaCounts = [1, 2, 4, 8];

export const limitsLanes: readonly LimitsLane[] = replicaCounts.flatMap((replicas): LimitsLane[] => [
  {
    name: `limits of ${replicas}: 60,000, 3,000 in 3 s`,
    replicas,
    limit: 60_000,
    requests: 3_000,
    withinMs: 3_000,
  },
  { name: `limits of ${replicas}: 60, three times as many in 2 s`, ...lane(replicas, 60, 2_000) },
  { name: `limits of ${replicas}: 600, three times as many in 2 s`, ...lane(replicas, 600, 2_000) },
  { name: `limits of ${replicas}: 600, three times as many at once`, ...lane(replicas, 600, 0) },
  {
    name: `limits of ${replicas}: 600, in 2 s, Valkey killed after 1 s`,
    ...lane(replicas, 600, 2_000),
    killed: 'midway',
  },
  {
    name: `limits of ${replicas}: 600, twice as many at each, Valkey away`,
    replicas,
    limit: 600,
    requests: 2 * 600 * replicas,
    withinMs: 2_000,
    killed: 'before',
  },
]);

function lane(replicas: number, limit: number, withinMs: number): Omit<LimitsLane, 'name'> {
  return { replicas, limit, requests: 3 * limit, withinMs };
}
