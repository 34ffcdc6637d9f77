import { deny } from '../operations/refuse.ts';
import { roles } from './roles.ts';
import type { User } from './store.ts';

/** Nobody touches their equals or those above them; root may. */
export function refuseEquals(actor: User, user: User): void {
  if (actor.role === 'root' || roles.indexOf(user.role) < roles.indexOf(actor.role)) return;
  deny('Only root may do this to administrators.');
}
