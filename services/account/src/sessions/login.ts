import { fault } from '@headgate/proto/faults';
import type { LoginRequest, LoginResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Context } from '../context.ts';
import { impossibleHash, verifyPassword } from '../users/password.ts';
import { findUserByName } from '../users/store.ts';
import { toWireUser } from '../users/wire.ts';
import { deleteExpiredSessions, insertSession } from './store.ts';
import { makeToken } from './token.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** Longer input is nobody's password, and not worth hashing. */
const longestPassword = 1024;
const longestUserAgent = 512;

/** One answer for every wrong pair, so that nobody learns which usernames exist. */
const refused = fault('invalid_request', {
  status: 401,
  message: 'The username or password is wrong.',
});
const disabled = fault('access_denied', { message: 'This user is disabled.' });

/** Opens a session under a new token. The same work is done whether or not the user exists. */
export async function login(context: Context, request: LoginRequest): Promise<LoginResponse> {
  const { knex, metrics } = context;
  const user = await findUserByName(knex, request.username);
  const hash = user?.passwordHash ?? impossibleHash;
  const password = request.password.slice(0, longestPassword);
  const isRight = await context.passwords.run(() => verifyPassword(password, hash));
  const mayEnter = isRight && password === request.password;
  metrics.logins.inc({ result: mayEnter && user?.enabled ? 'opened' : 'refused' });
  if (!user || !mayEnter) throw new FaultError(refused);
  if (!user.enabled) throw new FaultError(disabled);
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const { ip } = request;
  const userAgent = request.userAgent.slice(0, longestUserAgent);
  await deleteExpiredSessions(knex);
  await insertSession(knex, { tokenHash, userId: user.id, expiresAt, ip, userAgent });
  return { token, expiresAt: BigInt(Math.floor(expiresAt.getTime() / 1000)), user: toWireUser(user) };
}
