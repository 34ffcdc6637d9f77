import { isNamedIn, type Route } from '../../catalog/route.ts';
import type { Serving } from '../serving.ts';

/**
 * Those of the routes that the catalog has as it is now. While a request waits its channels may be switched off, their keys exchanged,
 * or the model given up: whoever did that is not to find requests there afterwards.
 */
export function stillServed(
  { context, catalogVersion }: Pick<Serving, 'context' | 'catalogVersion'>,
  routes: readonly Route[],
): readonly Route[] {
  const catalog = context.catalog.current();
  if (!catalog || catalogVersion === undefined || catalog.version === catalogVersion) return routes;
  return routes.filter(({ candidate, circuit }) => {
    const channel = catalog.channel(candidate.channel.id);
    return channel !== undefined && isNamedIn(channel, circuit);
  });
}
