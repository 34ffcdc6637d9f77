import type { Scope } from '../../api/scope.ts';
import type { Dimension } from '../../api/statistics.ts';
import type { Range } from '../../ui/time-range.ts';
import type { Share } from './measures.ts';

/** Whose requests are looked at, and of which time. */
export interface Looked {
  scope: Scope;
  range: Range;
}

/**
 * The query by which the log shows the requests that a row sums up. It knows channels by their ids; what none served it cannot
 * tell from the rest, and shows nothing by itself.
 */
export function logOf(
  by: Dimension,
  { name, channel }: Pick<Share, 'name' | 'channel'>,
  { scope, range }: Looked,
): string | undefined {
  if (channel === 0) return undefined;
  return `?${new URLSearchParams({ scope, range, [by]: by === 'channel' ? String(channel) : name })}`;
}
