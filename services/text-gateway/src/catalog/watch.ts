import type { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import { type Follower, followVersion } from '@headgate/runtime/follow-version';
import type { Service } from '@headgate/runtime/lifecycle';
import { subscribe } from '@headgate/runtime/nats/subscribe';
import { call } from '@headgate/runtime/rpc/client';
import type { NatsConnection } from 'nats';
import { type Catalog, indexCatalog } from './catalog.ts';

const deadlineMs = 15_000;

/** The catalog as account last had it; undefined until the first one came. */
export type CatalogWatch = Pick<Follower<Catalog>, 'current'>;

/**
 * Keeps the catalog up to date: pulled when account announces another version, and every few seconds. Prices
 * are applied before a catalog that needs them, so `refreshBounds` runs before a new catalog is used.
 */
export function watchCatalog(
  service: Service,
  client: AccountClient,
  nats: NatsConnection,
  refreshBounds: () => Promise<void>,
): CatalogWatch {
  const { log } = service;
  let unreadableChannels = 0;
  const catalogs = followVersion(service, 'catalog', async (afterVersion) => {
    const known = { afterVersion, unreadableChannels };
    const answer = await call(client, client.getCatalog, known, { deadlineMs });
    const { version, catalog } = answer;
    if (!catalog || (version === afterVersion && answer.unreadableChannels >= unreadableChannels))
      return undefined;
    await refreshBounds().catch((error) => log.warn({ err: error }, 'bounds may be behind the catalog'));
    unreadableChannels = answer.unreadableChannels;
    return indexCatalog(version, catalog);
  });
  subscribe({ nats, log }, versionsSubject, VersionsAnnounced, ({ catalogVersion }) =>
    catalogs.announced(catalogVersion),
  );
  return catalogs;
}
