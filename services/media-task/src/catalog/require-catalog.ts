import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Catalog } from './catalog.ts';
import type { CatalogWatch } from './watch.ts';

/** The catalog as it is now. Throws a FaultError 503 where none has come yet. */
export function requireCatalog({ catalog }: { catalog: CatalogWatch }): Catalog {
  const current = catalog.current();
  if (!current) throw new FaultError(fault('service_unavailable'));
  return current;
}
