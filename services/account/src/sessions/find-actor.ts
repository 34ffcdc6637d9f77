import type { Knex } from 'knex';
import type { User } from '../users/store.ts';
import { findSessionUser, touchSession } from './store.ts';
import { hashToken } from './token.ts';

export interface Actor {
  user: User | undefined;
  /** Undefined where no session proved who it is. */
  sessionHash: Buffer | undefined;
}

/** Who asks, as they are now. */
export async function findActor(knex: Knex, { sessionToken }: { sessionToken: string }): Promise<Actor> {
  if (sessionToken === '') return { user: undefined, sessionHash: undefined };
  const sessionHash = hashToken(sessionToken);
  const user = await findSessionUser(knex, sessionHash);
  if (user) await touchSession(knex, sessionHash);
  return { user, sessionHash: user && sessionHash };
}
