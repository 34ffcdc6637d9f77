import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Service } from '@headgate/runtime/lifecycle';
import { wait } from '@headgate/runtime/wait';
import type { NatsConnection } from 'nats';
import type { GatewayContext } from '../context.ts';
import { finishDeadRuns } from './finish.ts';
import { finishOwnRun } from './finish-own.ts';

/** For the last closes after open requests have used up their grace. */
const marginMs = 10_000;
/** In a stop, what is on its way for so long was lost. */
const resendAtStopMs = 5_000;

/**
 * Finishes runs that died in this directory, from now on, and the run of this process when it stops. What open requests
 * leave of the grace of the stop belongs to both: a pod's directory does not outlive it.
 */
export function finishWithin(
  service: Service,
  context: GatewayContext & { ledger: LedgerClient; nats: NatsConnection },
): { finish(): Promise<void>; longestMs: number } {
  const { log, stopping } = service;
  const { config, run, ledger, nats, heartbeat } = context;
  const longestMs = config.stopGraceMs + config.abandonedDrainMs + marginMs;
  const ended = new AbortController();
  let stoppingAt = performance.now();
  stopping.addEventListener('abort', () => (stoppingAt = performance.now()), { once: true });
  const dead = finishDeadRuns(config.journalDir, run, {
    ledger,
    jetstream: nats.jetstream(),
    log,
    signal: ended.signal,
    resendAfterMs: config.resendAfterMs,
  }).catch((error) => {
    if (!ended.signal.aborted)
      log.error(
        { err: error },
        'dead runs were not looked for in HEADGATE_JOURNAL_DIR: the next start looks again',
      );
  });
  return {
    // A step's own deadline is above what it takes.
    longestMs: longestMs + resendAtStopMs,
    async finish() {
      heartbeat.stop();
      const deadline = stoppingAt + longestMs;
      const resendAfterMs = Math.min(config.resendAfterMs, resendAtStopMs);
      await finishOwnRun({ ...context, log, resendAfterMs }, deadline);
      await Promise.race([dead, wait(Math.max(0, deadline - performance.now()))]);
      ended.abort();
    },
  };
}
