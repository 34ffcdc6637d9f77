import type { AccountClient, Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { followCatalog } from '@headgate/runtime/follow-catalog';
import type { Follower } from '@headgate/runtime/follow-version';
import type { Service } from '@headgate/runtime/lifecycle';
import type { NatsConnection } from 'nats';
import { type Catalog, indexCatalog } from './catalog.ts';

/** The catalog as account last had it; undefined until the first one came. */
export type CatalogWatch = Pick<Follower<Catalog>, 'current'>;

/**
 * Keeps the catalog up to date.
 * @param came is told of the channels of each.
 */
export function watchCatalog(
  service: Service,
  client: AccountClient,
  nats: NatsConnection,
  came: (channels: readonly Channel[]) => void = () => undefined,
): CatalogWatch {
  return followCatalog(service, { client, nats }, (version, catalog) => {
    came(catalog.channels);
    return indexCatalog(version, catalog);
  });
}
