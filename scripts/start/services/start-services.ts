import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keepCompiled } from '../../bundle/build-programs.ts';
import { applyConfiguration } from '../configuration/apply-configuration.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import type { StartContext } from '../context.ts';
import { addressOf, type Instance } from '../plan/plan-system.ts';
import { stopSignals } from '../processes/marks.ts';
import { checkReadyz, pollReady } from '../processes/poll-ready.ts';
import type { Supervised } from '../processes/supervise.ts';
import type { ServiceName } from '../service-names.ts';
import { stopDeadlineMs } from '../stop/stop-deadline.ts';
import { nodeArguments } from './node-options.ts';
import { runMigrations } from './run-migrations.ts';
import { type Surroundings, serviceEnv } from './service-env.ts';

const readyTimeoutMs = 120_000;
/** What was applied reaches every replica within a second. */
const spreadMs = 1_000;
/** Those that neither have tables nor call one that has. */
const withoutTables: readonly ServiceName[] = ['sandbox', 'console'];
/** Those that a configuration is applied to. The others may need one before they are ready. */
const appliedTo: readonly ServiceName[] = ['ledger', 'account'];

/**
 * Starts all services, which wait for one another, those that need tables after these are up to date; applies the
 * configuration, and waits until every service can serve.
 */
export async function startServices(
  context: StartContext,
  surroundings: Surroundings,
  configuration: Configuration,
): Promise<void> {
  const { say, signal, marked } = context;
  const { plan, programsDir, databaseUrl } = surroundings;
  const base = { ...marked, ...keepCompiled(programsDir) };
  say(`Starting ${plan.instances.map(({ name }) => name).join(', ')}`);
  const started: { instance: Instance; supervised: Supervised }[] = [];
  const start = (services: (service: ServiceName) => boolean): void => {
    for (const instance of plan.instances.filter(({ service }) => services(service)))
      started.push({ instance, supervised: startInstance(context, instance, { base, surroundings }) });
  };
  const whenReady = (services: (service: ServiceName) => boolean): Promise<unknown> =>
    Promise.all(
      started
        .filter(({ instance }) => services(instance.service))
        .map(({ instance, supervised }) => {
          const check = (): Promise<void> => checkReadyz(instance.operationsPort);
          return pollReady(supervised, check, { signal, timeoutMs: readyTimeoutMs });
        }),
    );
  start((service) => withoutTables.includes(service));
  await runMigrations(programsDir, { env: { ...base, DATABASE_URL: databaseUrl }, signal });
  signal.throwIfAborted();
  start((service) => !withoutTables.includes(service));
  await whenReady((service) => appliedTo.includes(service));
  say(`Applying ${configuration.isDemo ? 'the demo configuration' : configuration.file}`);
  const hasChanged = await applyConfiguration(configuration, {
    programsDir,
    env: base,
    accountAddress: addressOf(plan, 'account'),
    say,
    signal,
  });
  await Promise.all([whenReady(() => true), hasChanged && wait(spreadMs, undefined, { signal })]);
}

function startInstance(
  { home, fleet }: StartContext,
  instance: Instance,
  { base, surroundings }: { base: NodeJS.ProcessEnv; surroundings: Surroundings },
): Supervised {
  const env = serviceEnv(base, instance, surroundings);
  return fleet.start(instance.service, {
    name: instance.name,
    command: process.execPath,
    args: [...nodeArguments(instance.service), join(surroundings.programsDir, `${instance.service}.js`)],
    directory: home.serviceDir(instance.name),
    env,
    logFile: join(home.logsDir, `${instance.name}.log`),
    stopSignal: stopSignals.service,
    stopDeadlineMs: stopDeadlineMs(instance.service, env),
  });
}
