import { refuse } from '../operations/refuse.ts';

const longestPath = 2_000;
/** Stands in for the gateway's own address. */
const base = 'https://gateway.invalid';

/** A path of this gateway's pages, as it will be read by a browser; anything else is refused. */
export function readReturnTo(text: string): string {
  const url = /^\/(?![/\\])/.test(text) && text.length <= longestPath ? URL.parse(text, base) : null;
  if (url?.origin !== base || url.pathname.startsWith('//') || url.pathname.startsWith('/api/'))
    return refuse('return_to_elsewhere', 'return_to');
  return url.pathname + url.search + url.hash;
}

/** The path with one more member in its query. */
export function withQuery(path: string, name: string, value: string): string {
  const url = new URL(path, base);
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
