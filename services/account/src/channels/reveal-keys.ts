import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { requireStepUp } from '../sessions/require-step-up.ts';
import type { User } from '../users/store.ts';
import { findChannel, requireKeys } from './find.ts';
import { listChannels } from './store.ts';

/** The credentials of a channel, for root who has just confirmed that it is them. That they were shown is audited. */
export async function revealChannelKeys(
  { knex, masterKey }: Context,
  act: Act<User>,
  id: bigint,
): Promise<string[]> {
  await requireStepUp(knex, act);
  return knex.transaction(async (transaction) => {
    const { name, keys } = requireKeys(findChannel(await listChannels(transaction, masterKey), id));
    await act.audit(transaction, { kind: 'channel', id: String(id), name });
    return keys;
  });
}
