import { waitFor } from '@headgate/runtime/testing/wait-for';
import { readMetric } from '../e2e/testing/world.ts';
import { ports, type RolledService } from './cluster/services.ts';
import type { Cluster } from './cluster/start-cluster.ts';

/** What counts the requests of the services that carry them. */
const counters = {
  'text-gateway': 'headgate_text_requests_total',
  ingress: 'headgate_ingress_requests_total',
} as const satisfies Partial<Record<RolledService, string>>;

/** How long a pod that was added waited for its first request, from when it was listed. */
export interface Added {
  service: string;
  waitedMs: number;
}

/** Adds a pod to each service that carries requests, under load. Rejects when one gets none. */
export async function measureAdded(cluster: Cluster): Promise<Added[]> {
  const added: Added[] = [];
  for (const service of ['text-gateway', 'ingress'] as const) {
    const deployment = cluster.deployment(service);
    await deployment.add();
    const listedAt = performance.now();
    const address = deployment.pods().at(-1)?.address;
    const operations = { operationsUrl: `http://${address}:${ports.operations}` };
    await waitFor(
      async () => (await readMetric(operations, counters[service])) > 0,
      `the ${service} that was added gets requests`,
      { timeoutMs: 60_000, everyMs: 50 },
    );
    added.push({ service, waitedMs: performance.now() - listedAt });
  }
  return added;
}
