import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from './store.ts';

/** Nobody does to themselves as an administrator what asks them for a proof as who they are: root is above root. */
export function refuseSelf({ actor }: Pick<Act<User>, 'actor'>, id: bigint): void {
  if (actor.id === id) refuse('self_is_kept_here', 'id');
}
