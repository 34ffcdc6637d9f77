import type { Courier } from '../notices/courier.ts';
import { type DeliveryContext, deliver } from './deliver.ts';
import { type ClaimedDelivery, claimDue, deleteOldDeliveries } from './deliveries.ts';

/** A receiver that does not answer keeps its own deliveries waiting, and no other's. */
const placesOfOne = 4;

/** Delivers to webhooks what is theirs. */
export function createWebhookCourier(context: DeliveryContext, stopping: AbortSignal): Courier {
  const { knex, settings } = context;
  const inHand = new Set<ClaimedDelivery>();
  return {
    places: 16,
    async take(limit) {
      const claimed = await claimDue(knex, {
        limit,
        leaseMs: 2 * settings.webhookTimeoutMs,
        perWebhook: placesOfOne,
        inHand: [...inHand].map(({ webhookId }) => webhookId),
      });
      for (const delivery of claimed) inHand.add(delivery);
      return claimed.map((delivery) => () => {
        return deliver(context, delivery, stopping).finally(() => inHand.delete(delivery));
      });
    },
    forget: () => deleteOldDeliveries(knex),
  };
}
