import type { Scope } from '../../api/scope.ts';
import type { Dimension } from '../../api/statistics.ts';
import type { Range } from '../../ui/time-range.ts';

/** Whose requests are looked at, and of which time. */
export interface Looked {
  scope: Scope;
  range: Range;
}

/** The filter of the log that shows the requests of each. */
const filters: Record<Dimension, 'model' | 'key' | 'group' | undefined> = {
  model: 'model',
  key: 'key',
  group: 'group',
  channel: undefined,
};

/** The query by which the log shows the requests that a row sums up; undefined where it has no filter for them. */
export function logOf(by: Dimension, name: string, { scope, range }: Looked): string | undefined {
  const filter = filters[by];
  return filter && `?${new URLSearchParams({ scope, range, [filter]: name })}`;
}
