import { FaultError } from '@headgate/runtime/errors';
import type { Act } from '../operations/act.ts';
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

/** A browser that wants to be somewhere is sent there where what it asks for is refused, and told why. */
export async function tellThere<T>(
  act: Act,
  returnTo: string | undefined,
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (returnTo === undefined || !(error instanceof FaultError) || error.fault.status >= 500) throw error;
    act.goTo(withQuery(returnTo, 'sign_in_error', error.fault.message));
    return undefined;
  }
}
