import { readConfiguration } from './configuration/read-configuration.ts';
import type { StartContext } from './context.ts';
import { describeSystem } from './describe-system.ts';
import { type DevFile, removeDevFile, writeDevFile } from './home/dev-file.ts';
import { readOrDrawCallerSecret, readOrDrawIdentity, readOrDrawMasterKey } from './home/identity.ts';
import { planSystem } from './plan/plan-system.ts';
import { requirePublicPort } from './plan/ports.ts';
import { provideBuild } from './provide-build.ts';
import type { Surroundings } from './services/service-env.ts';
import { startServices } from './services/start-services.ts';
import { startPart } from './start-parts.ts';
import { welcome } from './welcome.ts';

/** Brings the whole system up, from whatever the home holds to serving requests. */
export async function startSystem(context: StartContext): Promise<void> {
  const { home, options, env, fleet, say } = context;
  removeDevFile(home.devFile);
  await requirePublicPort(options.publicPort);
  const identity = readOrDrawIdentity(home);
  const masterKey = readOrDrawMasterKey(home, env);
  const callerSecret = readOrDrawCallerSecret(home, env);
  const plan = await planSystem(home, options);
  const configuration = readConfiguration(options.config, { identity, sandboxUrl: plan.sandboxUrl, env });

  const [programsDir, pagesDir, databaseUrl, natsUrl] = await settleAll([
    provideBuild(context, 'programs'),
    provideBuild(context, 'console'),
    startPart(context, 'postgres', { identity, port: plan.postgresPort, url: env.DATABASE_URL }),
    startPart(context, 'nats', { identity, port: plan.natsPort, url: env.NATS_URL }),
  ]);
  const surroundings: Surroundings = {
    home,
    plan,
    databaseUrl,
    natsUrl,
    redisUrl: env.REDIS_URL ?? '',
    masterKey,
    callerSecret,
    programsDir,
    pagesDir,
  };
  if (options.replicas.ingress > 1 && !env.REDIS_URL)
    say('Each ingress counts limits by itself: REDIS_URL names a Valkey by which they hold for all together');
  await startServices(context, surroundings, configuration);

  const describe = (): DevFile => describeSystem(fleet, surroundings, configuration);
  fleet.onRestart(() => {
    try {
      writeDevFile(home.devFile, describe());
    } catch (error) {
      say(`${home.devFile} still says what was before: ${error instanceof Error ? error.message : error}`);
    }
  });
  writeDevFile(home.devFile, describe());
  for (const line of welcome(plan.baseUrl, configuration, home)) say(line);
}

/** Like Promise.all, but lets the others finish before it fails, so that nothing is started behind a stop. */
async function settleAll<T extends readonly Promise<string>[]>(
  promises: readonly [...T],
): Promise<{ -readonly [K in keyof T]: string }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
