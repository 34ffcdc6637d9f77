import { FaultError } from '@headgate/runtime/errors';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';

const longestPath = 2_000;
/** What the end of a way to a provider adds to the query of where it leads. */
interface Ending {
  /** The reason of a refusal, or its code where it has none: pages have the words. */
  sign_in_error?: string;
  /** The slug of who was to say who it is. */
  sign_in_provider?: string;
  require_2fa?: 'true';
}

const endingNames = ['sign_in_error', 'sign_in_provider', 'require_2fa'] as const satisfies (keyof Ending)[];

/** Stands in for the gateway's own address. */
const base = 'https://gateway.invalid';

/**
 * A path of this gateway's pages, as it will be read by a browser; anything else is refused. How a way before it ended is no
 * part of it.
 */
export function readReturnTo(text: string): string {
  const url = /^\/(?![/\\])/.test(text) && text.length <= longestPath ? URL.parse(text, base) : null;
  if (url?.origin !== base || url.pathname.startsWith('//') || url.pathname.startsWith('/api/'))
    return refuse('return_to_elsewhere', 'return_to');
  for (const name of endingNames) if (url.searchParams.has(name)) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}

/** The path with more members in its query. */
export function withEnding(path: string, ending: Ending): string {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(ending)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/**
 * A browser that wants to be somewhere is sent there where what it asks of a provider is refused, and told why: in names
 * alone, because anybody can make a link with any words in it.
 */
export async function tellThere<T>(
  act: Act,
  { returnTo, slug }: { returnTo: string | undefined; slug: string },
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (returnTo === undefined || !(error instanceof FaultError) || error.fault.status >= 500) throw error;
    const { reason, code } = error.fault;
    act.goTo(withEnding(returnTo, { sign_in_error: reason || code, sign_in_provider: slug }));
    return undefined;
  }
}
