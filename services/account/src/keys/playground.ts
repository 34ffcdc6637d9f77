import { fault } from '@headgate/proto/faults';
import type {
  GetPlaygroundKeyRequest,
  GetPlaygroundKeyResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { keyPurse } from '@headgate/proto/purses';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { findActor } from '../sessions/find-actor.ts';
import { drawSpenderIds } from '../spenders/draw-spender-ids.ts';
import type { User } from '../users/store.ts';
import { lockVersions, writeVersions } from '../versions/store.ts';
import { toWireKey } from './rpc.ts';
import { findPlaygroundKey } from './store.ts';

const name = '(playground)';

/**
 * The key by which the user of a session asks models for something: what limits, bills and shows keys works for pages as well.
 * Made when it is first asked for. It has no limit of its own, so that its user's quota is what bounds it.
 */
export async function getPlaygroundKey(
  context: Context,
  proof: GetPlaygroundKeyRequest,
): Promise<GetPlaygroundKeyResponse> {
  const { knex } = context;
  const { user } = await findActor(knex, proof);
  if (!user) throw new FaultError(fault('invalid_api_key', { message: 'You are not signed in.' }));
  const key = (await findPlaygroundKey(knex, user.id)) ?? (await makePlaygroundKey(context, user));
  return { key: key && toWireKey(key) };
}

async function makePlaygroundKey(context: Context, user: User) {
  const { knex, ledger } = context;
  const [id] = await drawSpenderIds(context, 'keys', 1);
  if (id === undefined) throw new Error('no id was drawn');
  await ledger.openPurse({
    purse: keyPurse(id),
    unlimited: true,
    source: 'owner',
    grantedUnits: 0n,
    softLimitPercent: undefined,
  });
  await knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    const after = { ...before, keysVersion: before.keysVersion + 1n };
    await insertPlaygroundKey(transaction, { id, userId: user.id, version: after.keysVersion });
    await writeVersions(transaction, after);
  });
  return findPlaygroundKey(knex, user.id);
}

/** Of two at once the second finds that of the first. Another key may have the name already. */
async function insertPlaygroundKey(
  transaction: Knex.Transaction,
  { id, userId, version }: { id: bigint; userId: bigint; version: bigint },
): Promise<void> {
  await transaction.raw(
    `insert into keys (id, user_id, name, prefix, suffix, enabled, models, model_limits, unlimited, granted_units, expires_at,
                       rpm, tpm, concurrency, ips, from_config, is_playground, changed_version, hash_version)
     values (:id, :userId,
             :name || case when exists (select from keys where user_id = :userId and name = :name) then ' ' || :id else '' end, '', '', true, '{}', '{}', true, 0, 0, 0, 0, 0, '{}', false, true, :version, :version)
     on conflict (user_id) where is_playground and not removed do nothing`,
    { id: String(id), userId: String(userId), name, version: String(version) },
  );
}
