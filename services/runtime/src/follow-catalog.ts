import type { AccountClient, Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import type { NatsConnection } from 'nats';
import { type Follower, followVersion } from './follow-version.ts';
import type { Service } from './lifecycle.ts';
import { subscribe } from './nats/subscribe.ts';
import { call } from './rpc/client.ts';

const deadlineMs = 15_000;

/**
 * Keeps what a service makes of account's catalog up to date: pulled when account announces another version, and every few
 * seconds. One that lacks channels, since account could not read their credentials, is replaced by one of the same version that
 * lacks fewer.
 * @param make is given each catalog that comes; one that it throws at is asked for again.
 */
export function followCatalog<T extends { version: bigint }>(
  service: Pick<Service, 'health' | 'log' | 'stopping'>,
  { client, nats }: { client: AccountClient; nats: NatsConnection },
  make: (version: bigint, catalog: Catalog) => T | Promise<T>,
): Pick<Follower<T>, 'current' | 'suspected'> {
  const { log } = service;
  let unreadableChannels = 0;
  const catalogs = followVersion(service, 'catalog', async (afterVersion) => {
    const known = { afterVersion, unreadableChannels };
    const answer = await call(client, client.getCatalog, known, { deadlineMs });
    const { version, catalog } = answer;
    if (!catalog || (version === afterVersion && answer.unreadableChannels >= unreadableChannels))
      return undefined;
    const made = await make(version, catalog);
    unreadableChannels = answer.unreadableChannels;
    return made;
  });
  subscribe({ nats, log }, versionsSubject, VersionsAnnounced, ({ catalogVersion }) =>
    catalogs.announced(catalogVersion),
  );
  return catalogs;
}
