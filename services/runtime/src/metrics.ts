import { collectDefaultMetrics, Registry } from 'prom-client';

/** What a service measures with. The library itself is a dependency of the runtime alone. */
export { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A registry of one process's metrics, with those of Node itself already in it. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
