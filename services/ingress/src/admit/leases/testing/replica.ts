import { waitFor } from '@headgate/runtime/testing/wait-for';
import { createLink, type Link } from '../link/link.ts';
import { createSharedConcurrency } from '../shared-concurrency.ts';
import { createSharedRates } from '../shared-rates.ts';
import { createSharedThrottle } from '../shared-throttle.ts';
import { createSharedTokenRates } from '../shared-token-rates.ts';
import { createSharingCounts, type SharingCounts } from '../sharing-counts.ts';

/** The limits of one ingress, with a connection of their own. */
export interface Replica {
  link: Link;
  counts: SharingCounts;
  rates: ReturnType<typeof createSharedRates>;
  tokenRates: ReturnType<typeof createSharedTokenRates>;
  concurrency: ReturnType<typeof createSharedConcurrency>;
  throttle: ReturnType<typeof createSharedThrottle>;
  /** What it said of Valkey. */
  lines: string[];
  stop(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  windowMs?: number;
  throttleLimit?: number;
  deadlineMs?: number;
}

/** Long enough that a busy machine's stalls are not taken for a server that is away. */
const patientMs = 30_000;

/** So many replicas that know of each other. */
export async function startReplicas(count: number, options: ReplicaOptions): Promise<Replica[]> {
  const replicas = Array.from({ length: count }, () => createReplica(options));
  await waitFor(
    () => replicas.every(({ link }) => link.isJoined() && link.replicas() === count),
    `${count} replicas know of each other`,
    { timeoutMs: 90_000 },
  );
  return replicas;
}

export function createReplica({
  url,
  windowMs = 60_000,
  throttleLimit = 10,
  deadlineMs = patientMs,
}: ReplicaOptions): Replica {
  const lines: string[] = [];
  const note = (words: object, message?: string): void => {
    lines.push(`${message} ${JSON.stringify(words)}`);
  };
  const link = createLink({ url, log: { info: note, warn: note }, deadlineMs });
  const counts = createSharingCounts();
  const rates = createSharedRates(windowMs, link, counts);
  const tokenRates = createSharedTokenRates(windowMs, link, counts);
  const concurrency = createSharedConcurrency(link, counts);
  const throttle = createSharedThrottle({ kind: 'test', limit: throttleLimit, windowMs, link, counts });
  return {
    link,
    counts,
    rates,
    tokenRates,
    concurrency,
    throttle,
    lines,
    async stop() {
      await Promise.all([rates, tokenRates, concurrency, throttle].map((limit) => limit.stop()));
      await link.close();
    },
  };
}
