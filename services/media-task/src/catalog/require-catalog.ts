import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Catalog } from './catalog.ts';
import type { CatalogWatch } from './watch.ts';

/**
 * The catalog as it is now. Where none has come yet, as when a process has just begun, throws a FaultError 503 that says that nothing
 * was made: the request may be handed on again, and finds what another process made of it.
 */
export function requireCatalog({ catalog }: { catalog: CatalogWatch }): Catalog {
  const current = catalog.current();
  if (!current) throw new FaultError(fault('service_unavailable', { notStarted: true }));
  return current;
}
