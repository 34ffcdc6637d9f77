import type { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { enabledKeys, isServing } from '../channels/credentials.ts';
import type { Channel } from '../channels/store.ts';
import type { Group } from '../groups/store.ts';
import type { Model } from '../models/store.ts';
import { toWireMedia } from './to-wire.ts';
import { toWireChannel } from './to-wire-channel.ts';

/** What gateways are told. Channels that are off, or whose credentials cannot be read or are all off, are left out. */
export function buildCatalog(parts: {
  channels: readonly Channel[];
  models: readonly Model[];
  groups: readonly Group[];
  autoGroups: readonly string[];
}): Catalog {
  const known = new Set(parts.models.map(({ name }) => name));
  return {
    channels: parts.channels
      .filter(isServing)
      .map((channel) => toWireChannel(channel, enabledKeys(channel) ?? [], known)),
    models: parts.models.map(({ name, kind, maxOutput, maxImageTokens, fallbacks, media }) => {
      const members = kind === 'media' ? toWireMedia(media) : undefined;
      return { name, maxOutput, maxImageTokens, fallbacks, media: members };
    }),
    groups: parts.groups.map(({ name }) => name),
    autoGroups: [...parts.autoGroups],
  };
}
