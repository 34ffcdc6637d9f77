import type { Knex } from 'knex';
import { findDifferences } from '../../audit/differences.ts';
import type { Context } from '../../context.ts';
import { keysOfUsers, removeKeys } from '../../keys/store.ts';
import type { Act } from '../../operations/act.ts';
import { deny, refuse } from '../../operations/refuse.ts';
import { deleteSessionsOfUser } from '../../sessions/store.ts';
import { lockVersions, writeVersions } from '../../versions/store.ts';
import { fromUserRow, removeUsers, type User, upsertUsers } from '../store.ts';
import { auditedUser } from './audited-user.ts';
import { findTarget } from './find-target.ts';

export const actions = ['enable', 'disable', 'delete', 'promote', 'demote'] as const;
export type Action = (typeof actions)[number];

const effects = {
  enable: { enabled: true },
  disable: { enabled: false },
  delete: { enabled: false, role: 'user', removed: true },
  promote: { role: 'admin' },
  demote: { role: 'user' },
} as const satisfies Record<Action, Partial<User>>;

/**
 * Lets a user in or out, for good with their keys, or changes their role; returns them as they are then. What they could do
 * before ends at once: their sessions with the same commit.
 */
export async function manageUser(
  context: Context,
  act: Act<User>,
  id: bigint,
  action: Action,
): Promise<User> {
  const { versions, user } = await context.knex.transaction(async (transaction) => {
    const known = await lockVersions(transaction);
    const before = fromUserRow(await findTarget(transaction, act.actor, id));
    refuseAction(act.actor, before, action);
    const after: User = { ...before, ...effects[action] };
    const changes = findDifferences(
      { ...auditedUser(before), removed: before.removed },
      { ...auditedUser(after), removed: after.removed },
    );
    if (Object.keys(changes).length === 0) return { versions: undefined, user: before };
    const versions = { ...known, keysVersion: known.keysVersion + 1n };
    if (after.removed) await removeWithKeys(transaction, after, versions.keysVersion);
    else await upsertUsers(transaction, [after], versions.keysVersion);
    await deleteSessionsOfUser(transaction, id);
    await writeVersions(transaction, versions);
    await act.audit(transaction, { kind: 'user', id: String(id), name: before.username, changes });
    return { versions, user: after };
  });
  if (versions) context.announce(versions);
  else act.changedNothing();
  return user;
}

function refuseAction(actor: User, target: User, action: Action): void {
  if (action === 'enable') return;
  if (target.id === actor.id) refuse('self_is_kept', 'id');
  if (target.role === 'root') refuse('root_is_kept', 'id');
  if ((action === 'promote' || action === 'demote') && actor.role !== 'root')
    deny('Only root may change roles.');
}

async function removeWithKeys(
  transaction: Knex.Transaction,
  user: User,
  changedVersion: bigint,
): Promise<void> {
  await removeKeys(transaction, await keysOfUsers(transaction, [user]), changedVersion);
  await removeUsers(transaction, [user], changedVersion);
}
