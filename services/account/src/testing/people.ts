import { OperateRequest, type OperateResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { operate } from '../operations/operate.ts';
import type { TestAccount } from './test-account.ts';

type Asked = Partial<Omit<OperateRequest, 'operation' | 'body'>> & { body?: object };

/** Asks for an operation as ingress would, from a browser at 10.1.2.3 unless said otherwise. */
export function ask(
  { context }: Pick<TestAccount, 'context'>,
  operation: string,
  { body, ...rest }: Asked = {},
): Promise<OperateResponse> {
  const who = { ip: '10.1.2.3', userAgent: 'a browser', ...rest };
  const json = body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0);
  return operate(context, OperateRequest.fromPartial({ ...who, operation, body: json }));
}

/** What an operation answers as `data`. */
export async function dataOf(
  account: Pick<TestAccount, 'context'>,
  operation: string,
  asked: Asked = {},
): Promise<unknown> {
  const { data } = await ask(account, operation, asked);
  return data.length === 0 ? undefined : JSON.parse(data.toString('utf8'));
}

/** Signs in, and gives the token of the session. Passwords of tests are `<username> password`. */
export async function enter(
  account: Pick<TestAccount, 'context'>,
  username = 'ada',
  password = `${username} password`,
): Promise<string> {
  const { session } = await ask(account, 'users.login', { body: { username, password } });
  if (!session) throw new Error(`${username} was not signed in`);
  return session.token;
}
