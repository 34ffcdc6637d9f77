import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import type { Ledger } from '../ledger.ts';
import type { Courier } from './courier.ts';
import { pullNotices } from './pull.ts';

const dayMs = 24 * 60 * 60 * 1_000;

export interface NoticeContext {
  knex: Knex;
  log: Log;
  ledger: Pick<Ledger, 'listNotices'>;
  /** How often notices and due deliveries are looked for without being told. */
  pollMs: number;
}

export interface NoticeRun {
  /** Looks at once: a notice was given. */
  wake(): void;
  /** Resolves when the signal was aborted and nothing is under way. */
  ended: Promise<void>;
}

/** Sends notices on until the signal is aborted: pulls them from ledger, then has couriers try what is due. */
export function startNotices(
  context: NoticeContext,
  couriers: readonly Courier[],
  signal: AbortSignal,
): NoticeRun {
  const { log, pollMs } = context;
  let woken = Promise.withResolvers<void>();
  const wake = (): void => woken.resolve();
  const underWay = new Map(couriers.map((courier) => [courier, new Set<Promise<void>>()]));
  let forgotAtMs = Number.NEGATIVE_INFINITY;

  async function startDue(courier: Courier, running: Set<Promise<void>>): Promise<void> {
    const limit = courier.places - running.size;
    if (limit === 0) return;
    for (const deliver of await courier.take(limit)) {
      const run = deliver()
        .catch((error) => log.warn({ err: error }, 'how a delivery went was not written down'))
        .finally(() => {
          running.delete(run);
          wake();
        });
      running.add(run);
    }
  }

  async function look(): Promise<void> {
    while (await pullNotices(context));
    for (const [courier, running] of underWay) await startDue(courier, running);
    if (performance.now() - forgotAtMs < dayMs) return;
    for (const courier of couriers) await courier.forget();
    forgotAtMs = performance.now();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      await look().catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, 'notices will be looked for later');
      });
      const pause = new AbortController();
      const waited = wait(pollMs, AbortSignal.any([signal, pause.signal])).catch(() => {});
      await Promise.race([waited, woken.promise]);
      pause.abort();
    }
    await Promise.all([...underWay.values()].flatMap((running) => [...running]));
  }

  return { wake, ended: run() };
}
