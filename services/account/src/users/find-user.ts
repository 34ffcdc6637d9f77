import type { Knex } from 'knex';
import { fromUserRow, type User, type UserRow } from './store.ts';

/**
 * Addresses are kept in small letters, and without space around them. Letters beyond ASCII stay as they are: what is small of a
 * Kelvin sign is a `k`, and the address somebody else's.
 */
export function foldEmail(text: string): string {
  return text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Who signs in as `name`: a username, or else an e-mail address. */
export async function findUserByLogin(knex: Knex, name: string): Promise<User | undefined> {
  const row = await knex<UserRow>('users')
    .where({ removed: false })
    .whereRaw('(username = ? or email = ?)', [name, foldEmail(name)])
    .orderByRaw('username = ? desc', [name])
    .first();
  return row && fromUserRow(row);
}

export async function findUserByEmail(knex: Knex, email: string): Promise<User | undefined> {
  const row = await knex<UserRow & { email: string }>('users').where({ email, removed: false }).first();
  return row && fromUserRow(row);
}

/** Whether somebody has or had the name, in letters of any size. */
export async function isUsernameTaken(knex: Knex, username: string): Promise<boolean> {
  const row = await knex('users').whereRaw('lower(username) = lower(?)', [username]).first('id');
  return row !== undefined;
}

export async function hasRoot(knex: Knex): Promise<boolean> {
  const row = await knex('users').where({ role: 'root', removed: false }).first('id');
  return row !== undefined;
}
