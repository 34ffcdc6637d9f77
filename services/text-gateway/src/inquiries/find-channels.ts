import { fault } from '@headgate/proto/faults';
import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogWatch } from '../catalog/watch.ts';
import { refuse } from './refuse.ts';

/** The channel with this id, or all of them where it is 0. Throws a FaultError where there is none. */
export function findChannels(
  watch: CatalogWatch,
  id: bigint,
): { catalog: Catalog; channels: readonly Channel[] } {
  const catalog = watch.current();
  if (!catalog) throw new FaultError(fault('service_unavailable'));
  if (id === 0n) return { catalog, channels: catalog.channels };
  const found = catalog.channels.find((channel) => channel.id === id);
  return found ? { catalog, channels: [found] } : refuse(unknown);
}

const unknown = 'There is no such channel, or it is switched off, or its credentials cannot be read.';
