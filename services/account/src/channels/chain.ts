import type { ChannelModel } from './store.ts';

/**
 * What a name stands for in a channel, from itself to what the upstream is sent: an alias's upstream name may
 * be an alias too. A name that is its own upstream name ends the chain, and so does one that came already.
 */
export function chainOf(models: readonly ChannelModel[], name: string): [string, ...string[]] {
  const upstreamOf = new Map(models.map((model) => [model.name, model.upstream]));
  const chain: [string, ...string[]] = [name];
  for (let next = upstreamOf.get(name); next !== undefined; next = upstreamOf.get(next)) {
    if (chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}
