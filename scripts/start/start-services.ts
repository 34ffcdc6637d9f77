import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { applyConfiguration } from './apply.ts';
import type { Configuration } from './configuration.ts';
import type { StartContext } from './context.ts';
import { addressOf, type Instance } from './plan.ts';
import { checkReadyz, pollReady } from './poll-ready.ts';
import { stopSignals } from './processes/marks.ts';
import type { Supervised } from './processes/supervise.ts';
import { migrated, migrateService } from './run-migrations.ts';
import { type Surroundings, serviceEnv } from './service-env.ts';
import type { ServiceName } from './service-names.ts';

const readyTimeoutMs = 120_000;
/** What was applied reaches every replica within a second. */
const spreadMs = 1_000;
/** Those that a configuration is applied to. The others may need one before they are ready. */
const appliedTo: readonly ServiceName[] = ['ledger', 'account'];

export async function migrateServices(context: StartContext, surroundings: Surroundings): Promise<void> {
  context.say(`Bringing the tables of ${migrated.join(' and ')} up to date`);
  await Promise.all(
    migrated.map((service) => {
      const instance = surroundings.plan.instances.find((candidate) => candidate.service === service);
      if (instance === undefined) throw new Error(`no ${service} was planned`);
      const env = serviceEnv(context.marked, instance, surroundings);
      return migrateService(service, { env, signal: context.signal });
    }),
  );
}

/** Starts all services at once, applies the configuration, and waits until every one of them can serve. */
export async function startServices(
  context: StartContext,
  surroundings: Surroundings,
  configuration: Configuration,
): Promise<void> {
  const { say, signal } = context;
  const { plan } = surroundings;
  say(`Starting ${plan.instances.map(({ name }) => name).join(', ')}`);
  const started = plan.instances.map((instance) => ({
    instance,
    supervised: startInstance(context, instance, surroundings),
  }));
  const whenReady = (services: (service: ServiceName) => boolean): Promise<unknown> =>
    Promise.all(
      started
        .filter(({ instance }) => services(instance.service))
        .map(({ instance, supervised }) => {
          const check = (): Promise<void> => checkReadyz(instance.operationsPort);
          return pollReady(supervised, check, { signal, timeoutMs: readyTimeoutMs });
        }),
    );
  await whenReady((service) => appliedTo.includes(service));
  say(`Applying ${configuration.isDemo ? 'the demo configuration' : configuration.file}`);
  await applyConfiguration(configuration, {
    env: context.marked,
    accountAddress: addressOf(plan, 'account'),
    say,
    signal,
  });
  await Promise.all([whenReady(() => true), wait(spreadMs, undefined, { signal })]);
}

function startInstance(context: StartContext, instance: Instance, surroundings: Surroundings): Supervised {
  const { home, fleet, marked } = context;
  return fleet.start(instance.service, {
    name: instance.name,
    command: process.execPath,
    args: [instance.program],
    directory: home.serviceDir(instance.name),
    env: serviceEnv(marked, instance, surroundings),
    logFile: join(home.logsDir, `${instance.name}.log`),
    stopSignal: stopSignals.service,
  });
}
