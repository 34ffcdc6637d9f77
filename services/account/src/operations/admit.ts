import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { type RoleName, roles } from '../users/roles.ts';
import type { User } from '../users/store.ts';
import type { Act } from './act.ts';
import { deny } from './refuse.ts';

/** Who may: whoever has at least this role; `anyone` also who has not signed in. */
export type OperationRole = 'anyone' | RoleName;

/** Lets in who has signed in and has at least this role; others are refused with 401 or 403. */
export function admit(act: Act, role: RoleName): Act<User> {
  const { actor } = act;
  if (!actor) throw new FaultError(fault('invalid_api_key', { message: 'You are not signed in.' }));
  if (roles.indexOf(actor.role) < roles.indexOf(role)) deny(words[role]);
  return { ...act, actor };
}

const words: Record<RoleName, string> = {
  user: 'This is for users.',
  admin: 'Only administrators may do this.',
  root: 'Only root may do this.',
};
