import type { Act } from '../operations/act.ts';
import { deny } from '../operations/refuse.ts';

/** Refuses a personal token: it must not change how its owner signs in. */
export function requireSession({ sessionHash }: Pick<Act, 'sessionHash'>): void {
  if (!sessionHash) deny('This needs a session, not a personal token.');
}
