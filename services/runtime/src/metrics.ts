import { collectDefaultMetrics, Registry } from 'prom-client';

/** What a service measures with. The library itself is a dependency of the runtime alone. */
export { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * How often the event loop is looked at. Each look wakes a process that has nothing to do: at the library's 10 ms, that was nearly
 * all that such a process cost. What is shown as lag has this interval in it.
 */
const eventLoopMonitoringPrecision = 50;

/** A registry of one process's metrics, with those of Node itself already in it: they are measured until it ends. */
export function createMetrics(service: string): Registry {
  const registry = createRegistry(service);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  return registry;
}

/** The same without Node's own, for what is made and forgotten many times in a process. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
}
