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
    if (limit === 0 || signal.aborted) return;
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

  /** What fails is told, and tried again at the next look; the rest goes on without it. */
  async function attempt(work: () => Promise<void>, later: string): Promise<void> {
    await work().catch((error) => {
      if (!signal.aborted) log.warn({ err: error }, later);
    });
  }

  async function pull(): Promise<void> {
    while (await pullNotices(context));
  }

  async function forget(): Promise<void> {
    for (const courier of couriers) await courier.forget();
    forgotAtMs = performance.now();
  }

  async function look(): Promise<void> {
    await attempt(pull, 'notices will be asked for later');
    for (const [courier, running] of underWay)
      await attempt(() => startDue(courier, running), 'deliveries will be looked for later');
    if (performance.now() - forgotAtMs >= dayMs)
      await attempt(forget, 'what was delivered long ago will be removed later');
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      await look();
      const pause = new AbortController();
      const waited = wait(pollMs, AbortSignal.any([signal, pause.signal])).catch(() => {});
      await Promise.race([waited, woken.promise]);
      pause.abort();
    }
    await Promise.all([...underWay.values()].flatMap((running) => [...running]));
  }

  return { wake, ended: run() };
}
