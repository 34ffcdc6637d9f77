import type { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { chainOf } from '../channels/chain.ts';
import { enabledKeys, isServing } from '../channels/credentials.ts';
import type { Channel } from '../channels/store.ts';
import type { Group } from '../groups/store.ts';
import type { Model } from '../models/store.ts';
import { findPriceModel } from './price-model.ts';
import { toWireMedia, toWireOverrides, toWireTimeouts } from './to-wire.ts';

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
      .flatMap(({ fromConfig, enabled, tag, disabledKeys, ...channel }) => {
        const keys = enabledKeys({ ...channel, disabledKeys }) ?? [];
        const served = channel.models.flatMap(({ name }) => {
          const chain = chainOf(channel.models, name);
          const priceModel = findPriceModel(known, chain);
          if (priceModel === undefined) return [];
          return [{ name, upstream: chain.at(-1) ?? name, priceModel }];
        });
        const timeouts = toWireTimeouts(channel.timeouts);
        const overrides = toWireOverrides(channel.overrides);
        return [{ ...channel, keys, models: served, timeouts, overrides }];
      }),
    models: parts.models.map(({ name, kind, maxOutput, maxImageTokens, fallbacks, media }) => {
      const members = kind === 'media' ? toWireMedia(media) : undefined;
      return { name, maxOutput, maxImageTokens, fallbacks, media: members };
    }),
    groups: parts.groups.map(({ name }) => name),
    autoGroups: [...parts.autoGroups],
  };
}
