import type { Channel as WireChannel } from '@headgate/proto/gen/headgate/account/v1/account';
import { followChain, upstreamsOf } from '../channels/chain.ts';
import type { Channel } from '../channels/store.ts';
import { findPriceModel } from './price-model.ts';
import { toWireOverrides, toWireTimeouts } from './to-wire.ts';

/**
 * A channel as other services know it, with these of its credentials and the models that have a price.
 * @param known the names of all models.
 */
export function toWireChannel(channel: Channel, keys: string[], known: ReadonlySet<string>): WireChannel {
  const { fromConfig, enabled, tag, disabledKeys, ...members } = channel;
  const upstreamOf = upstreamsOf(channel.models);
  const models = channel.models.flatMap(({ name }) => {
    const chain = followChain(upstreamOf, name);
    const priceModel = findPriceModel(known, chain);
    if (priceModel === undefined) return [];
    return [{ name, upstream: chain.at(-1) ?? name, priceModel }];
  });
  const timeouts = toWireTimeouts(channel.timeouts);
  const overrides = toWireOverrides(channel.overrides);
  return { ...members, keys, models, timeouts, overrides };
}
