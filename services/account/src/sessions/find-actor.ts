import type { Knex } from 'knex';
import { findTokenUser, touchAccessToken } from '../access-tokens/store.ts';
import type { User } from '../users/store.ts';
import { findSessionUser, touchSession } from './store.ts';
import { hashToken } from './token.ts';

export interface Actor {
  user: User | undefined;
  /** Undefined where no session proved who it is. */
  sessionHash: Buffer | undefined;
}

/** Who asks, as they are now. Where there is a session, a personal token is not looked at. */
export async function findActor(
  knex: Knex,
  { sessionToken, accessToken }: { sessionToken: string; accessToken: string },
): Promise<Actor> {
  if (sessionToken !== '') return findBySession(knex, hashToken(sessionToken));
  if (accessToken !== '') return findByAccessToken(knex, hashToken(accessToken));
  return { user: undefined, sessionHash: undefined };
}

async function findBySession(knex: Knex, sessionHash: Buffer): Promise<Actor> {
  const user = await findSessionUser(knex, sessionHash);
  if (user) await touchSession(knex, sessionHash);
  return { user, sessionHash: user && sessionHash };
}

async function findByAccessToken(knex: Knex, tokenHash: Buffer): Promise<Actor> {
  const user = await findTokenUser(knex, tokenHash);
  if (user) await touchAccessToken(knex, tokenHash);
  return { user, sessionHash: undefined };
}
