import { flushCompileCache } from 'node:module';
import type { Registry } from 'prom-client';
import { ConfigError, choice, integer, port, readConfig, text } from './config.ts';
import { createHealth, type Health } from './health.ts';
import { mapStacks } from './log/map-stacks.ts';
import { createLog, type Log, logLevels } from './log.ts';
import { createMetrics } from './metrics.ts';
import { serveOperations } from './operations.ts';
import { giveAddressesTime } from './process/give-addresses-time.ts';
import { identifyProcess, type ProcessIdentity } from './process/identify-process.ts';
import { showProcess } from './process/show-process.ts';
import { tuneCollector } from './process/tune-collector.ts';
import { readSecurity, type Security } from './security/security.ts';
import { watchTlsFiles } from './security/watch-files.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { wait } from './wait.ts';

/** What a process is given to start with. */
export interface Service {
  name: string;
  /** By which it is known wherever it says how it is: on NATS, in traces, to whoever asks. */
  identity: ProcessIdentity;
  log: Log;
  health: Health;
  metrics: Registry;
  /** How its connections to other services are secured. */
  security: Security;
  /** Aborted when the process has been asked to stop: it is not ready any more, and serves on for a while. */
  draining: AbortSignal;
  /** Aborted when the process begins to stop, after the pause that lets balancers look away. */
  stopping: AbortSignal;
  /**
   * Stops the process in good order, with status 1: whoever watches it starts another. Said again, or of a process that stops
   * already, it changes nothing.
   */
  giveUp(reason: string): void;
  /**
   * Registers a step of the stop. Steps run one after the other, the newest first. A step that may take
   * longer than most says so with `deadlineMs`.
   */
  onStop(step: string, run: () => Promise<void> | void, deadlineMs?: number): void;
}

/**
 * Small buffers share one of this size, and whichever of them lives longest keeps it. Streams keep some for as long as they last:
 * with Node's own 64 KB, a stream that opens while others talk would cost as much.
 */
const poolBytes = 8 * 1024;

/** A step of the stop that takes longer is given up, so that a stop always ends. */
const stopStepDeadlineMs = 20_000;

/**
 * Runs a process from start to end: health and metrics first, then `start`, then serving until SIGTERM or
 * SIGINT, then the stop steps in reverse order. SIGINT is for who stops the whole system: nobody is given time to look
 * away. A start that fails, or an error nobody handled, ends the process with status 1.
 */
export async function runService(name: string, start: (service: Service) => Promise<void>): Promise<void> {
  mapStacks();
  tuneCollector();
  giveAddressesTime();
  Buffer.poolSize = poolBytes;
  const config = readConfigOrExit(name);
  const log = createLog(name, config.logLevel);
  const health = createHealth(() => log.info(describeStart(), 'ready'));
  const metrics = createMetrics(name);
  showProcess(metrics, health);
  tellCertificates(config.security, log);
  const draining = new AbortController();
  const stopping = new AbortController();
  const steps: StopStep[] = [];
  const service: Service = {
    name,
    identity: identifyProcess(name),
    log,
    health,
    metrics,
    security: config.security,
    draining: draining.signal,
    stopping: stopping.signal,
    giveUp: (reason) => void stop(reason, { status: 1 }),
    onStop: (step, run, deadlineMs = stopStepDeadlineMs) => steps.push({ step, run, deadlineMs }),
  };

  const stop = async (
    reason: string,
    { status = 0, pauseMs = 0 }: { status?: number; pauseMs?: number } = {},
  ): Promise<void> => {
    if (draining.signal.aborted) return;
    log.info({ reason }, 'stopping');
    health.drain();
    draining.abort();
    if (pauseMs > 0) await wait(pauseMs);
    stopping.abort();
    for (const step of steps.reverse()) await runStep(log, step);
    process.exit(status);
  };
  let isAsked = false;
  /** Whoever asks again wants no good order. What gives up meanwhile, once for each request that it concerns, does not ask. */
  const onSignal = (signal: NodeJS.Signals, pauseMs: number): void => {
    if (isAsked) {
      log.warn({ reason: signal }, 'stopping at once');
      process.exit(1);
    }
    isAsked = true;
    void stop(signal, { pauseMs });
  };
  process.on('SIGTERM', (signal) => onSignal(signal, config.stopPauseMs));
  process.on('SIGINT', (signal) => onSignal(signal, 0));
  process.on('unhandledRejection', (error) => crash(log, error));
  process.on('uncaughtException', (error) => crash(log, error));

  try {
    const operations = await serveOperations(config, { health, metrics, log });
    service.onStop('operations port', operations.stop);
    const stopTracing = await startTracing(service.identity, process.env, log);
    if (stopTracing) service.onStop('traces', stopTracing);
    await start(service);
    health.started();
    log.info({ operationsPort: operations.port }, 'started');
    // Where NODE_COMPILE_CACHE names a folder, the next start is quicker, also after a kill.
    flushCompileCache();
  } catch (error) {
    // What the start waited for was broken off by the stop, which goes on.
    if (stopping.signal.aborted) return;
    if (error instanceof ConfigError) log.fatal(error.message);
    else log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

/** Who uses the files watches them, too: here it is told, once for all of them. */
function tellCertificates({ tls }: Security, log: Log): void {
  if (!tls) return;
  watchTlsFiles(
    tls,
    () => log.info('the certificates in HEADGATE_TLS_DIR were exchanged'),
    (err) =>
      log.error({ err }, 'HEADGATE_TLS_DIR cannot be used as it is: what was read before stays in use'),
  );
}

/** What it took to come so far. */
function describeStart(): { afterMs: number; cpuMs: number } {
  const { user, system } = process.cpuUsage();
  return { afterMs: Math.round(performance.now()), cpuMs: Math.round((user + system) / 1_000) };
}

function readConfigOrExit(name: string) {
  try {
    const config = readConfig(process.env, {
      host: text('HEADGATE_OPERATIONS_HOST', '127.0.0.1'),
      port: port('HEADGATE_OPERATIONS_PORT', 0),
      /** Between "not ready" and the first step of the stop, so that balancers can look away first. */
      stopPauseMs: integer('HEADGATE_STOP_PAUSE_MS', 500),
      logLevel: choice('HEADGATE_LOG_LEVEL', logLevels, 'info'),
    });
    return { ...config, security: readSecurity(process.env) };
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

interface StopStep {
  step: string;
  run: () => Promise<void> | void;
  deadlineMs: number;
}

async function runStep(log: Log, { step, run, deadlineMs }: StopStep): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took over ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    await Promise.race([run(), deadline]);
  } catch (error) {
    log.error({ err: error, step }, 'a step of the stop failed');
  } finally {
    clearTimeout(timer);
  }
}

function crash(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'nobody handled this error');
  process.exit(1);
}
