import type { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { followCatalog } from '@headgate/runtime/follow-catalog';
import type { Follower } from '@headgate/runtime/follow-version';
import type { Service } from '@headgate/runtime/lifecycle';
import type { NatsConnection } from 'nats';
import { type Catalog, indexCatalog } from './catalog.ts';

/** The catalog as account last had it; undefined until the first one came. */
export type CatalogWatch = Pick<Follower<Catalog>, 'current'>;

/**
 * Keeps the catalog up to date. Prices are applied before a catalog that needs them, so `refreshBounds` runs before a new
 * catalog is used.
 */
export function watchCatalog(
  service: Service,
  client: AccountClient,
  nats: NatsConnection,
  refreshBounds: () => Promise<void>,
): CatalogWatch & Pick<Follower<Catalog>, 'suspected'> {
  const { log } = service;
  return followCatalog(service, { client, nats }, async (version, catalog) => {
    await refreshBounds().catch((error) => log.warn({ err: error }, 'bounds may be behind the catalog'));
    return indexCatalog(version, catalog);
  });
}
