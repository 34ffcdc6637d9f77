import type { Configuration } from './configuration/read-configuration.ts';
import type { DevFile, DevProcess } from './home/dev-file.ts';
import type { Instance } from './plan/plan-system.ts';
import type { Fleet } from './processes/fleet.ts';
import type { PartName } from './processes/marks.ts';
import { serviceNames } from './service-names.ts';
import type { Surroundings } from './services/service-env.ts';

/** The contents of dev.json, as of now. */
export function describeSystem(
  fleet: Fleet,
  { plan, databaseUrl, natsUrl }: Surroundings,
  { apiKey, admin }: Configuration,
): DevFile {
  const part = (name: PartName): { pid: number } | null => {
    const pid = fleet.all(name)[0]?.pid();
    return pid === undefined ? null : { pid };
  };
  const processOf = (instance: Instance): DevProcess[] => {
    const pid = fleet
      .all(instance.service)
      .find(({ spec }) => spec.name === instance.name)
      ?.pid();
    if (pid === undefined) return [];
    return [
      {
        pid,
        metricsUrl: `http://127.0.0.1:${instance.operationsPort}/metrics`,
        ...(instance.rpcPort === undefined ? {} : { rpcAddress: `127.0.0.1:${instance.rpcPort}` }),
        ...(instance.service === 'ingress' ? { baseUrl: `http://127.0.0.1:${instance.httpPort}` } : {}),
      },
    ];
  };
  const services = serviceNames.map((name) => [
    name,
    plan.instances.filter(({ service }) => service === name).flatMap(processOf),
  ]);
  return {
    baseUrl: plan.baseUrl,
    apiKey,
    admin,
    sandboxUrl: plan.sandboxUrl,
    databaseUrl,
    natsUrl,
    services: Object.fromEntries(services),
    parts: { postgres: part('postgres'), nats: part('nats') },
  };
}
