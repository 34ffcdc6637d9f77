import type { Act } from './act.ts';
import { deny } from './refuse.ts';

/** What would let a token outlive its user's wish, or give away the user, is for a browser that has signed in. */
export function refuseAccessToken({ isByAccessToken }: Pick<Act, 'isByAccessToken'>): void {
  if (isByAccessToken) deny('A personal access token may not do this. Sign in.');
}
