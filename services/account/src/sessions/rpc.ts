import type { GetSessionRequest, GetSessionResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Context } from '../context.ts';
import { toWireUser } from '../users/wire.ts';
import { findActor } from './find-actor.ts';

export async function getSession(
  { knex }: Pick<Context, 'knex'>,
  { token: sessionToken, accessToken }: GetSessionRequest,
): Promise<GetSessionResponse> {
  const { user } = await findActor(knex, { sessionToken, accessToken });
  return { user: user && toWireUser(user) };
}
