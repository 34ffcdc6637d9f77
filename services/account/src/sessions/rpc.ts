import type {
  GetSessionRequest,
  GetSessionResponse,
  LogoutRequest,
  LogoutResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import type { Context } from '../context.ts';
import { toWireUser } from '../users/wire.ts';
import { deleteSession, findSessionUser, touchSession } from './store.ts';
import { hashToken } from './token.ts';

export async function logout({ knex }: Context, { token }: LogoutRequest): Promise<LogoutResponse> {
  await deleteSession(knex, hashToken(token));
  return {};
}

export async function getSession(
  { knex }: Context,
  { token }: GetSessionRequest,
): Promise<GetSessionResponse> {
  const tokenHash = hashToken(token);
  const user = await findSessionUser(knex, tokenHash);
  if (user) await touchSession(knex, tokenHash);
  return { user: user && toWireUser(user) };
}
