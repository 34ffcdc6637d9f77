import { type LogFilter, type RecordType, recordTypes } from '../../api/log.ts';
import type { Scope } from '../../api/scope.ts';
import { hasRole } from '../../api/user.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { useCurrentUser } from '../../ui/current-user.ts';
import { sinceOf } from '../../ui/time-range.ts';

const defaults = {
  scope: 'self',
  range: 'week',
  type: '',
  request: '',
  model: '',
  key: '',
  username: '',
  group: '',
  channel: '',
};

export const logRanges = ['hour', 'day', 'week', 'month', 'quarter', 'all'] as const;
export type LogRange = (typeof logRanges)[number];

const choices = { scope: ['self', 'all'], range: logRanges, type: Object.keys(recordTypes) };

/** The filters as they stand in the address. */
export type LogState = Omit<typeof defaults, 'scope' | 'range' | 'type'> & {
  scope: Scope;
  range: LogRange;
  type: RecordType | '';
};

export function useLogFilter() {
  const [read, change] = useUrlState(defaults, choices);
  const isAdmin = hasRole(useCurrentUser(), 'admin');
  const state = read as LogState;
  const { range, type, request, model, key, username, group, channel } = state;
  const scope: Scope = isAdmin ? state.scope : 'self';
  const ofAll = scope === 'all' ? { username, channel } : { username: '', channel: '' };
  const filter: LogFilter = { type, request, model, key, group, ...ofAll, since: sinceOf(range) };
  const clear = (): void => change({ ...defaults, scope: read.scope });
  return { scope, filter, state: { ...state, scope }, change, clear };
}
