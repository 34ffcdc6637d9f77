import { fault } from '@headgate/proto/faults';
import type { Caller, Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Bounds } from '../../catalog/bounds.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { GatewayContext } from '../../context.ts';

/** What tells which models a caller may use, over which channels, and at what cost at most. */
export interface Access {
  caller: Caller;
  catalog: Catalog;
  bounds: Bounds;
}

/** Throws a FaultError 503 as long as it is not known. */
export function accessOf(context: GatewayContext, { caller }: Pick<Open, 'caller'>): Access {
  const catalog = context.catalog.current();
  const bounds = context.heartbeat.bounds();
  if (!caller || !catalog || !bounds) throw new FaultError(fault('service_unavailable'));
  return { caller, catalog, bounds };
}

/** The same for what costs something: throws as well where the ledger was not heard of for too long. */
export function accessForSpending(context: GatewayContext, open: Pick<Open, 'caller'>): Access {
  if (!context.heartbeat.isValid()) throw new FaultError(fault('service_unavailable'));
  return accessOf(context, open);
}
