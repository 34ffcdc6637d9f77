import { OperateRequest } from '@headgate/proto/gen/headgate/account/v1/account';
import { operate } from '../operations/operate.ts';
import { insertSession } from '../sessions/store.ts';
import { makeToken } from '../sessions/token.ts';
import type { TestAccount } from './test-account.ts';

/** The parts of a request, as a client would send them. */
export interface Asked {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** A signed-in user's way to operations; answers their `data`. */
export interface SessionClient {
  ask(operation: string, asked?: Asked): Promise<unknown>;
  tokenHash: Buffer;
}

/** Signs a user in without a password. */
export async function signInAs(account: TestAccount, username: string): Promise<SessionClient> {
  const { knex } = account.context;
  const user = await knex('users').where({ username }).first({ id: 'id', passwordHash: 'password_hash' });
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await insertSession(knex, { tokenHash, user, expiresAt, ip: '10.0.0.1', userAgent: 'a test' });
  return {
    tokenHash,
    async ask(operation, { path = {}, query = {}, body } = {}) {
      const { data } = await operate(
        account.context,
        OperateRequest.fromPartial({
          operation,
          path,
          query,
          body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
          sessionToken: token,
          requestId: 'a request',
          ip: '10.0.0.1',
        }),
      );
      return data.length === 0 ? undefined : JSON.parse(data.toString());
    },
  };
}
