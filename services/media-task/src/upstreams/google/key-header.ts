import type { Account } from '../upstream.ts';

/** Never in an address, where Google takes it too. */
export function keyHeader({ key }: Account): Record<string, string> {
  return key === undefined ? {} : { 'x-goog-api-key': key };
}
