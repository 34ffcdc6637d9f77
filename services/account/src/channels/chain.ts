import type { ChannelModel } from './store.ts';

/** What each name of a channel is sent upstream as. */
export function upstreamsOf(models: readonly ChannelModel[]): Map<string, string> {
  return new Map(models.map((model) => [model.name, model.upstream]));
}

/**
 * What a name stands for in a channel, from itself to what the upstream is sent: an alias's upstream name may
 * be an alias too. A name that is its own upstream name ends the chain, and so does one that came already.
 */
export function followChain(upstreamOf: ReadonlyMap<string, string>, name: string): [string, ...string[]] {
  const chain: [string, ...string[]] = [name];
  const seen = new Set(chain);
  for (let next = upstreamOf.get(name); next !== undefined; next = upstreamOf.get(next)) {
    if (seen.has(next)) break;
    seen.add(next);
    chain.push(next);
  }
  return chain;
}
