import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import type { Request } from 'express';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readCookie } from './cookies.ts';

/** Establishes the user behind the session cookie, or behind a personal token, as account knows them now. */
export async function authenticateSession(context: Context, exchange: Exchange): Promise<void> {
  refuseForeignOrigin(context, exchange);
  const { request } = exchange;
  const { sessionToken: token, accessToken } = sessionProofOf(request);
  const isProven = token !== '' || accessToken !== '';
  const proof = { token, accessToken };
  const { user } = isProven ? await call(context.account, context.account.getSession, proof) : {};
  if (!user) {
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
 * of these headers, and hold no cookie that they did not ask for. A proxy may ask by another host than the browser did: the
 * address at which the gateway is set to be is its own by whatever host.
 */
export function refuseForeignOrigin(
  { config }: Pick<Context, 'config'>,
  { request, route }: Pick<Exchange, 'request' | 'route'>,
): void {
  if (!route?.isUnsafe && (request.method === 'GET' || request.method === 'HEAD')) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && !isHost(origin, request.host) && origin !== originOf(config.publicUrl));
  if (isForeign) {
    throw new FaultError(fault('access_denied', { message: 'This request came from another site.' }));
  }
}

/** What stands for who has signed in: the cookie, or else a personal token. Both empty: nothing. */
export function sessionProofOf(request: Request): { sessionToken: string; accessToken: string } {
  const sessionToken = readCookie(request, 'session') ?? '';
  return { sessionToken, accessToken: sessionToken === '' ? (readAccessToken(request) ?? '') : '' };
}

/** A personal token in place of a session, bare or as a Bearer token. */
function readAccessToken({ headers }: Pick<Request, 'headers'>): string | undefined {
  return headers.authorization?.replace(/^bearer /i, '').trim() || undefined;
}

/** Proxies write the usual port behind a host, which an origin leaves out, and a host in any case. */
function isHost(origin: string, host: string | undefined): boolean {
  const from = URL.parse(origin);
  return from !== null && from.host !== '' && URL.parse(`${from.protocol}//${host}`)?.host === from.host;
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin;
}
