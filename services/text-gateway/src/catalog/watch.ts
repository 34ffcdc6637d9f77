import type { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import type { Service } from '@headgate/runtime/lifecycle';
import { subscribe } from '@headgate/runtime/nats/subscribe';
import { call } from '@headgate/runtime/rpc/client';
import { retryUntilDone, wait } from '@headgate/runtime/wait';
import type { NatsConnection } from 'nats';
import { type Catalog, indexCatalog } from './catalog.ts';

/** Without an announcement for this long, the catalog is asked for all the same. */
const pollMs = 5_000;
const deadlineMs = 15_000;

export interface CatalogWatch {
  /** The catalog as account last had it; undefined until the first one came. A good copy outlives its source. */
  current(): Catalog | undefined;
}

/**
 * Keeps the catalog up to date: pulled when account announces a newer version, and every few seconds. Prices
 * are applied before a catalog that needs them, so `refreshBounds` runs before a new catalog is used.
 */
export function watchCatalog(
  service: Service,
  client: AccountClient,
  nats: NatsConnection,
  refreshBounds: () => Promise<void>,
): CatalogWatch {
  const condition = service.health.condition('catalog');
  let current: Catalog | undefined;
  let pulling: Promise<void> | undefined;

  async function pull(): Promise<void> {
    const afterVersion = current?.version ?? 0n;
    const answer = await call(client, client.getCatalog, { afterVersion }, { deadlineMs });
    // An older one is right where the database was set back.
    if (!answer.catalog || answer.version === afterVersion) return;
    await refreshBounds().catch((error) =>
      service.log.warn({ err: error }, 'bounds may be behind the catalog'),
    );
    current = indexCatalog(answer.version, answer.catalog);
    condition.set(true);
    service.log.info({ catalogVersion: String(answer.version) }, 'catalog loaded');
  }

  /** One pull at a time; those who ask meanwhile share it. */
  function refresh(): Promise<void> {
    pulling ??= pull().finally(() => {
      pulling = undefined;
    });
    return pulling;
  }

  async function pollForever(): Promise<void> {
    const onError = (error: unknown): void => service.log.warn({ err: error }, 'waiting for the catalog');
    for (;;) {
      await retryUntilDone(refresh, { signal: service.stopping, onError });
      await wait(pollMs, service.stopping);
    }
  }

  subscribe({ nats, log: service.log }, versionsSubject, VersionsAnnounced, ({ catalogVersion }) => {
    if (catalogVersion !== current?.version) refresh().catch(() => undefined);
  });
  pollForever().catch(() => undefined);
  return { current: () => current };
}
