import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';

const cookieName = 'session';
const cookieLifeMs = 30 * 24 * 60 * 60 * 1_000;

/** Establishes the user behind the session cookie, as account knows them now. */
export async function authenticateSession(context: Context, exchange: Exchange): Promise<void> {
  refuseForeignOrigin(exchange.request);
  const token = readSessionCookie(exchange.request);
  const { user } = token ? await call(context.account, context.account.getSession, { token }) : {};
  if (!token || !user) {
    context.metrics.authFailures.inc({ reason: 'no session' });
    throw new FaultError(fault('invalid_api_key', { message: 'You are not signed in.' }));
  }
  if (!user.enabled) {
    context.metrics.authFailures.inc({ reason: 'user disabled' });
    throw new FaultError(fault('access_denied', { message: 'This user is disabled.' }));
  }
  exchange.session = { token, user };
}

/**
 * Refuses an unsafe request that another site made a browser send. Clients that are no browsers send none
 * of these headers, and hold no cookie that they did not ask for.
 */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && hostOf(origin) !== request.host);
  if (isForeign) {
    throw new FaultError(fault('access_denied', { message: 'This request came from another site.' }));
  }
}

export function readSessionCookie(request: Request): string | undefined {
  const cookies = request.headers.cookie?.split(';') ?? [];
  const prefix = `${cookieName}=`;
  const cookie = cookies.map((part) => part.trim()).find((part) => part.startsWith(prefix));
  return cookie?.slice(prefix.length) || undefined;
}

/** Sets the cookie of a session that has just begun. Lax, so that it survives the way back from OAuth. */
export function setSessionCookie(request: Request, response: Response, token: string): void {
  response.cookie(cookieName, token, { ...cookieOptions(request), maxAge: cookieLifeMs });
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(cookieName, cookieOptions(request));
}

function cookieOptions(request: Request) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: request.secure } as const;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
