import { useSearchParams } from 'react-router';
import { readUrlState, type UrlState, writeUrlState } from './url-state.ts';

/** State that stands in the address, so that it can be shared, kept and gone back to. */
export function useUrlState<State extends UrlState>(
  defaults: State,
  choices: Partial<Record<keyof State, readonly string[]>> = {},
): [State, (changes: Partial<State>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = readUrlState(search, defaults, choices);
  const change = (changes: Partial<State>): void =>
    setSearch((now) => writeUrlState(now, defaults, changes), { replace: true });
  return [state, change];
}
