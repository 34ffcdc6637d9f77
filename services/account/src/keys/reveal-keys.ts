import { open } from '@headgate/runtime/seal';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { requireStepUp } from '../sessions/require-step-up.ts';
import type { User } from '../users/store.ts';
import { sealedPlace } from './make-key.ts';
import type { KeyRow } from './store.ts';

/**
 * The whole texts of keys of whoever asks, once they have confirmed that it is they. Keys whose text was never kept are left
 * out.
 */
export async function revealKeys(
  { knex, masterKey }: Context,
  act: Act<User>,
  ids: readonly bigint[],
): Promise<{ id: bigint; text: string }[]> {
  await requireStepUp(knex, act);
  return knex.transaction(async (transaction) => {
    const rows = await transaction<KeyRow>('keys')
      .where({ user_id: act.actor.id, removed: false })
      .whereIn('id', ids.map(String))
      .select('id', 'name', 'sealed_text');
    const shown = rows.flatMap(({ id, name, sealed_text: sealed }) => {
      const text = sealed ? open(masterKey, sealedPlace(id), sealed) : undefined;
      return text === undefined ? [] : [{ id, name, text }];
    });
    for (const { id, name } of shown) await act.audit(transaction, { kind: 'key', id: String(id), name });
    if (shown.length === 0) act.changedNothing();
    return shown.map(({ id, text }) => ({ id, text }));
  });
}
