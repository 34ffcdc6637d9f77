import type { Role, User } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import { readBody } from '../admit/body.ts';
import { answerJson } from '../answer.ts';
import { plainAddress } from '../caller/address.ts';
import { keepCookie, readCookie } from '../caller/cookies.ts';
import { refuseForeignOrigin } from '../caller/session.ts';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import type { AccountAction } from '../routes.ts';
import { changeKeyQuota, changeUserQuota } from './change-quota.ts';

type Action = (context: Context, exchange: Exchange) => Promise<void>;

const actions: Record<AccountAction, Action> = {
  login,
  logout,
  self,
  'user-quota': changeUserQuota,
  'key-quota': changeKeyQuota,
};

/** Serves the session routes: what account answers, in the session envelope. */
export function forwardToAccount(context: Context, exchange: Exchange, action: AccountAction): Promise<void> {
  return actions[action](context, exchange);
}

const sessionSeconds = 30n * 24n * 60n * 60n;
const loginBodyBytes = 16 * 1024;

async function login(context: Context, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  refuseForeignOrigin(request);
  const { bodyIdleMs: idleMs } = context.config;
  const body = await readBody(request, response, { limitBytes: loginBodyBytes, idleMs });
  const credentials = parseCredentials(body);
  if (!credentials) return answerRefusal(exchange, 'A username and a password are needed.');

  const ip = plainAddress(request.ip);
  // Counted before it is known to be wrong, so that guesses made at the same time count as well.
  await context.refusedLogins.count(ip);
  const userAgent = request.headers['user-agent']?.slice(0, 256) ?? '';
  try {
    const { token, user } = await call(context.account, context.account.login, {
      ...credentials,
      ip,
      userAgent,
    });
    await context.refusedLogins.forgive(ip);
    if (!user) throw new Error('account opened a session without a user');
    keepCookie(exchange, 'session', { token, maxAgeSeconds: sessionSeconds });
    answerJson(exchange, 200, { success: true, message: '', data: publicUser(user) });
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.status >= 500) throw error;
    context.metrics.authFailures.inc({ reason: 'login' });
    answerRefusal(exchange, error.fault.message);
  }
}

async function logout(context: Context, exchange: Exchange): Promise<void> {
  const token = readCookie(exchange.request, 'session');
  if (token) await call(context.account, context.account.logout, { token });
  keepCookie(exchange, 'session', { token: '', maxAgeSeconds: 0n });
  answerJson(exchange, 200, { success: true, message: '' });
}

async function self(_context: Context, exchange: Exchange): Promise<void> {
  if (!exchange.session) throw new Error('This row of the route table needs a proof of "session"');
  answerJson(exchange, 200, { success: true, message: '', data: publicUser(exchange.session.user) });
}

/** Session routes answer refusals with 200. */
function answerRefusal(exchange: Exchange, message: string): void {
  answerJson(exchange, 200, { success: false, message });
}

function parseCredentials(body: Buffer): { username: string; password: string } | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  if (!('username' in parsed && 'password' in parsed)) return undefined;
  const { username, password } = parsed;
  if (typeof username !== 'string' || typeof password !== 'string' || !username || !password)
    return undefined;
  return { username, password };
}

/** The numbers that the session API has for roles. */
const roleNumbers: Record<Role, number> = { 0: 0, 1: 1, 2: 10, 3: 100 };

function publicUser({ id, username, displayName, role, enabled, group }: User) {
  return {
    id: Number(id),
    username,
    display_name: displayName,
    role: roleNumbers[role],
    status: enabled ? 1 : 2,
    group,
  };
}
