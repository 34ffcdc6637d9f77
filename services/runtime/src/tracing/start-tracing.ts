import type { Log } from '../log.ts';
import type { ProcessIdentity } from '../process/identify-process.ts';
import { wait } from '../wait.ts';
import { useTracer } from './begin-span.ts';
import { readTracingSettings } from './settings.ts';

/** What is still to be sent at the end may take so long; then it is lost. */
const flushDeadlineMs = 5_000;

/**
 * Begins to record spans where an endpoint for them is set; gives what ends it. OpenTelemetry is loaded then alone: without
 * an endpoint not one of its modules is.
 */
export async function startTracing(
  identity: ProcessIdentity,
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<(() => Promise<void>) | undefined> {
  const settings = readTracingSettings(env);
  if (!settings) return undefined;
  for (const problem of settings.problems) log.warn({ problem }, 'a setting of traces is not taken');
  if (settings.obstacle !== undefined) {
    log.error({ problem: settings.obstacle }, 'traces are not recorded; everything else works');
    return undefined;
  }
  try {
    const { createOpenTelemetry } = await import('./open-telemetry.ts');
    const { tracer, shutdown } = await createOpenTelemetry(identity, settings, log);
    useTracer(tracer);
    log.info({ protocol: settings.protocol, sampler: settings.sampler }, 'traces are recorded');
    return async () => {
      useTracer(undefined);
      await Promise.race([shutdown(), wait(flushDeadlineMs)]).catch(() => undefined);
    };
  } catch (error) {
    log.error({ err: error }, 'traces are not recorded; everything else works');
    return undefined;
  }
}
