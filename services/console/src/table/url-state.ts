/** Members of an address's query that a page knows, each with what it is when it is not there. */
export type UrlState = Record<string, string>;

/** The members as the query has them. Where `choices` names some for a member, any other value is none. */
export function readUrlState<State extends UrlState>(
  search: URLSearchParams,
  defaults: State,
  choices: Partial<Record<keyof State, readonly string[]>> = {},
): State {
  const read = Object.entries(defaults).map(([name, usual]) => {
    const value = search.get(name);
    const isKnown = value !== null && (choices[name]?.includes(value) ?? true);
    return [name, isKnown ? value : usual];
  });
  return Object.fromEntries(read);
}

/** The query with changes made. What is as usual is left out; members of others stay, except for the place in a list. */
export function writeUrlState<State extends UrlState>(
  search: URLSearchParams,
  defaults: State,
  changes: Partial<State>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === defaults[name]) next.delete(name);
    else next.set(name, value);
  }
  next.delete('cursor');
  next.delete('p');
  return next;
}
