import type { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { chainOf } from '../channels/chain.ts';
import type { Channel } from '../channels/store.ts';
import type { Group } from '../groups/store.ts';
import type { Model } from '../models/store.ts';
import { findPriceModel } from './price-model.ts';
import { toWireOverrides, toWireTimeouts } from './to-wire.ts';

/**
 * What gateways are told. Media models are left out, on channels too: nobody serves them yet. So are
 * channels whose credentials cannot be read.
 */
export function buildCatalog(parts: {
  channels: readonly Channel[];
  models: readonly Model[];
  groups: readonly Group[];
  autoGroups: readonly string[];
}): Catalog {
  const models = parts.models.filter(({ kind }) => kind === 'text');
  const priced = new Set(models.map(({ name }) => name));
  const known = new Set(parts.models.map(({ name }) => name));
  return {
    channels: parts.channels.flatMap(({ fromConfig, keys, ...channel }) => {
      if (!keys) return [];
      const served = channel.models.flatMap(({ name }) => {
        const chain = chainOf(channel.models, name);
        const priceModel = findPriceModel(known, chain);
        if (priceModel === undefined || !priced.has(priceModel)) return [];
        return [{ name, upstream: chain.at(-1) ?? name, priceModel }];
      });
      const timeouts = toWireTimeouts(channel.timeouts);
      const overrides = toWireOverrides(channel.overrides);
      return [{ ...channel, keys, models: served, timeouts, overrides }];
    }),
    models: models.map(({ name, maxOutput, maxImageTokens, fallbacks }) => {
      return { name, maxOutput, maxImageTokens, fallbacks };
    }),
    groups: parts.groups.map(({ name }) => name),
    autoGroups: [...parts.autoGroups],
  };
}
