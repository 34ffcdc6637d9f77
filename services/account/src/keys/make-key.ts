import { seal } from '@headgate/runtime/seal';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { deny, refuse } from '../operations/refuse.ts';
import { drawSpenderIds } from '../spenders/draw-spender-ids.ts';
import type { User, UserRow } from '../users/store.ts';
import { lockVersions, type Versions, writeVersions } from '../versions/store.ts';
import { auditedKey } from './audited-key.ts';
import { checkFields } from './check-fields.ts';
import { type KeyFields, withFields } from './fields.ts';
import { freeName } from './free-name.ts';
import { type Key, type KeyRow, upsertKeys } from './store.ts';
import { openKeyPurses } from './tell-ledger.ts';
import { hashKey, makeKeyText, showKey } from './text.ts';

const mostKeys = 1_000;

/** Makes a key for whoever asks, and returns its id and its text. */
export async function makeKey(
  context: Context,
  act: Act<User>,
  fields: Partial<KeyFields> & Pick<KeyFields, 'name'>,
): Promise<{ id: bigint; text: string }> {
  const { knex, masterKey } = context;
  await checkFields(knex, act.actor, fields);
  await refuseTaken(knex, { userId: act.actor.id, name: fields.name });
  const [id] = await drawSpenderIds(context, 'keys', 1);
  if (id === undefined) throw new Error('no id was drawn');
  const text = makeKeyText();
  const key = withFields(blankKey(id, act.actor.id, text, fields), fields);
  await openKeyPurses(context, key);
  context.reach('after-purses');
  const versions = await knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    await refuseGone(transaction, act.actor);
    await refuseTaken(transaction, key);
    // Once more when no group can go.
    await checkFields(transaction, act.actor, fields);
    await freeName(transaction, key);
    const after: Versions = { ...before, keysVersion: before.keysVersion + 1n };
    await upsertKeys(transaction, [key], after.keysVersion);
    await transaction('keys')
      .where({ id })
      .update({ sealed_text: seal(masterKey, sealedPlace(id), text) });
    await writeVersions(transaction, after);
    await act.audit(transaction, {
      kind: 'key',
      id: String(id),
      name: key.name,
      changes: { made: [undefined, auditedKey(key)] },
    });
    return after;
  });
  context.announce(versions);
  return { id, text };
}

/** A key that came after its user had gone would be there when they come back. */
async function refuseGone(transaction: Knex.Transaction, { id }: User): Promise<void> {
  const user = await transaction<UserRow>('users').where({ id, enabled: true, removed: false }).first('id');
  if (!user) deny('You may not do this any more.');
}

/** Where the sealed text of a key belongs: copied to another row it does not open. */
export function sealedPlace(id: bigint): string {
  return `key ${id}`;
}

function blankKey(
  id: bigint,
  userId: bigint,
  text: string,
  { name, remain_quota: remain }: Pick<KeyFields, 'name'> & Partial<KeyFields>,
): Key {
  return {
    id,
    userId,
    name,
    hash: hashKey(text),
    ...showKey(text),
    enabled: true,
    group: null,
    models: [],
    modelLimits: {},
    budgets: [],
    unlimited: remain === undefined,
    grantedUnits: BigInt(remain ?? 0),
    grantSource: 'owner',
    softLimitPercent: null,
    expiresAt: 0n,
    rpm: 0,
    tpm: 0,
    concurrency: 0,
    ips: [],
    fromConfig: false,
    removed: false,
    hashVersion: null,
  };
}

async function refuseTaken(knex: Knex, { userId, name }: Pick<Key, 'userId' | 'name'>): Promise<void> {
  const [{ total } = { total: 0 }] = await knex<KeyRow>('keys')
    .where({ user_id: userId, removed: false })
    .count<{ total: string | bigint | number }[]>({ total: '*' });
  if (Number(total) >= mostKeys) refuse('keys_too_many', '', { most: String(mostKeys) });
  const namesake = await knex<KeyRow>('keys').where({ user_id: userId, name, removed: false }).first();
  if (namesake) refuse('key_name_taken', 'name', { name });
}
