import type { LookupFunction } from 'node:net';

/**
 * Asks once for all who want one and the same name while the answer is not there. A process looks two names up at a time: a name
 * whose servers are silent, asked for by every request, would let those of all other upstreams wait.
 */
export function shareLookup(lookup: LookupFunction): LookupFunction {
  let waiting: Parameters<LookupFunction>[2][] | undefined;
  return (name, options, callback) => {
    if (waiting) return void waiting.push(callback);
    const all = [callback];
    waiting = all;
    lookup(name, options, (...found) => {
      waiting = undefined;
      for (const tell of all) tell(...found);
    });
  };
}
