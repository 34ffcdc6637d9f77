import type { Knex } from 'knex';

export interface Passkey {
  id: bigint;
  user_id: bigint;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  is_backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'created_at' | 'last_used_at'>;

/** A user's, oldest first. */
export async function listPasskeys(knex: Knex, userId: bigint): Promise<Passkey[]> {
  return knex<Passkey>('passkeys').where({ user_id: userId }).orderBy('id');
}

export async function findPasskey(knex: Knex, credentialId: string): Promise<Passkey | undefined> {
  return knex<Passkey>('passkeys').where({ credential_id: credentialId }).first();
}

/** The id it was given, or undefined where it is known already. */
export async function insertPasskey(
  transaction: Knex.Transaction,
  passkey: NewPasskey,
): Promise<bigint | undefined> {
  const [row] = await transaction<Passkey>('passkeys')
    .insert(passkey)
    .onConflict('credential_id')
    .ignore()
    .returning('id');
  return row?.id;
}

export async function noteUse(knex: Knex, id: bigint, counter: bigint): Promise<void> {
  await knex<Passkey>('passkeys').where({ id }).update({ counter, last_used_at: new Date() });
}

/** The user's one of this id, or all; gives those that went. */
export async function deletePasskeys(
  transaction: Knex.Transaction,
  userId: bigint,
  id?: bigint,
): Promise<Pick<Passkey, 'id' | 'name'>[]> {
  return transaction<Passkey>('passkeys')
    .where({ user_id: userId, ...(id !== undefined && { id }) })
    .delete()
    .returning(['id', 'name']);
}
