import type { Courier } from '../notices/courier.ts';
import { deliver, tryMs, type WarningContext } from './deliver.ts';
import { claimDue, deleteOldWarnings } from './store.ts';

const leaseMs = 1.5 * tryMs;

/** Delivers warnings by mail to whom they are for. */
export function createWarningCourier(context: WarningContext): Courier {
  const { knex } = context;
  return {
    places: 4,
    async take(limit) {
      const claimed = await claimDue(knex, { limit, leaseMs });
      return claimed.map((warning) => () => deliver(context, warning));
    },
    forget: () => deleteOldWarnings(knex),
  };
}
