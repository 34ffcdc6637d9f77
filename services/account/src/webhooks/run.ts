import { wait } from '@headgate/runtime/wait';
import type { Ledger } from '../ledger.ts';
import { type DeliveryContext, type DeliverySettings, deliver } from './deliver.ts';
import { claimDue, deleteOldDeliveries } from './deliveries.ts';
import { pullNotices } from './pull.ts';

/** What one process sends at the same time. */
const places = 16;
const dayMs = 24 * 60 * 60 * 1_000;

export interface WebhookSettings extends DeliverySettings {
  /** How often notices and due deliveries are looked for without being told. */
  webhookPollMs: number;
}

export interface WebhookContext extends DeliveryContext {
  ledger: Pick<Ledger, 'listNotices'>;
  settings: WebhookSettings;
}

export interface WebhookSender {
  /** Looks at once: a notice was given. */
  wake(): void;
  /** Resolves when the signal was aborted and nothing is under way. */
  ended: Promise<void>;
}

/** Sends notices on until the signal is aborted: pulls them from ledger, then tries what is due. */
export function startWebhooks(context: WebhookContext, signal: AbortSignal): WebhookSender {
  const { log, settings } = context;
  let woken = Promise.withResolvers<void>();
  const wake = (): void => woken.resolve();
  const underWay = new Set<Promise<void>>();
  let forgotAtMs = Number.NEGATIVE_INFINITY;

  async function startDue(): Promise<void> {
    const limit = places - underWay.size;
    if (limit === 0) return;
    const claimed = await claimDue(context.knex, { limit, leaseMs: 2 * settings.webhookTimeoutMs });
    for (const delivery of claimed) {
      const run = deliver(context, delivery, signal)
        .catch((error) => log.warn({ err: error }, 'how a delivery went was not written down'))
        .finally(() => {
          underWay.delete(run);
          wake();
        });
      underWay.add(run);
    }
  }

  async function look(): Promise<void> {
    while (await pullNotices(context));
    await startDue();
    if (performance.now() - forgotAtMs < dayMs) return;
    await deleteOldDeliveries(context.knex);
    forgotAtMs = performance.now();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      await look().catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, 'notices will be looked for later');
      });
      const pause = new AbortController();
      const waited = wait(settings.webhookPollMs, AbortSignal.any([signal, pause.signal])).catch(() => {});
      await Promise.race([waited, woken.promise]);
      pause.abort();
    }
    await Promise.all(underWay);
  }

  return { wake, ended: run() };
}
