import { fault } from '@headgate/proto/faults';
import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogWatch } from '../catalog/watch.ts';
import type { ChannelAccount } from './channel-account.ts';
import { refuse } from './refuse.ts';

/**
 * The channel with this id, or all of them where it is 0, as account has them now: those that are off are in no catalog, and
 * what is read here is for one inquiry alone, so that nothing can be routed to them. Throws a FaultError where there is none.
 */
export async function findChannels(
  { catalog: watch, account }: { catalog: CatalogWatch; account: Pick<ChannelAccount, 'read'> },
  id: bigint,
): Promise<{ catalog: Catalog; channels: readonly Channel[] }> {
  const catalog = watch.current();
  if (!catalog) throw new FaultError(fault('service_unavailable'));
  const channels = await account.read(id);
  return id === 0n || channels.length > 0 ? { catalog, channels } : refuse(unknown);
}

const unknown = 'There is no such channel, or its credentials cannot be read.';
