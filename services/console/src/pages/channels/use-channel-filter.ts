import type { ChannelFilter } from '../../api/channels.ts';
import { useUrlState } from '../../table/use-url-state.ts';

const defaults = { keyword: '', provider: '', group: '', model: '', tag: '', enabled: '' };

/** The filters as they stand in the address. */
export function useChannelFilter() {
  const [read, change] = useUrlState(defaults, { enabled: ['true', 'false'] });
  const filter = read as ChannelFilter;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return { filter, isFiltered, change, clear: () => change(defaults) };
}
