import { fault } from '@headgate/proto/faults';
import type { Caller, Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Bounds } from '../catalog/bounds.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';

/** What tells which models a caller may use. Throws a FaultError 503 as long as it is not known. */
export function known(
  context: GatewayContext,
  { caller }: Pick<Open, 'caller'>,
): { caller: Caller; catalog: Catalog; bounds: Bounds } {
  const catalog = context.catalog.current();
  const bounds = context.heartbeat.bounds();
  if (!caller || !catalog || !bounds) throw new FaultError(fault('service_unavailable'));
  return { caller, catalog, bounds };
}
