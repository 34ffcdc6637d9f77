import type { Courier } from '../notices/courier.ts';
import { type DeliveryContext, deliver } from './deliver.ts';
import { claimDue, deleteOldDeliveries } from './deliveries.ts';

/** Delivers to webhooks what is theirs. */
export function createWebhookCourier(context: DeliveryContext, stopping: AbortSignal): Courier {
  const { knex, settings } = context;
  return {
    places: 16,
    async take(limit) {
      const claimed = await claimDue(knex, { limit, leaseMs: 2 * settings.webhookTimeoutMs });
      return claimed.map((delivery) => () => deliver(context, delivery, stopping));
    },
    forget: () => deleteOldDeliveries(knex),
  };
}
