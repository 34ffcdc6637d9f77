import type { Cookie } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Request } from 'express';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** `session`: who has signed in. `flow`: a sign-in that needs something more. */
export type CookieName = 'session' | 'flow';

export function readCookie(request: Request, name: CookieName): string | undefined {
  const cookies = request.headers.cookie?.split(';') ?? [];
  const prefix = `${name}=`;
  const cookie = cookies.map((part) => part.trim()).find((part) => part.startsWith(prefix));
  return cookie?.slice(prefix.length) || undefined;
}

/**
 * Has the browser keep a cookie, or forget it. Lax, so that it survives the way back from OAuth. Whoever ends TLS before a
 * gateway that is at an https address may be no trusted proxy: that address alone makes it Secure.
 */
export function keepCookie(context: Context, exchange: Exchange, name: CookieName, cookie: Cookie): void {
  const { request, response } = exchange;
  const secure = request.secure || URL.parse(context.config.publicUrl)?.protocol === 'https:';
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  if (cookie.token === '') response.clearCookie(name, options);
  else response.cookie(name, cookie.token, { ...options, maxAge: Number(cookie.maxAgeSeconds) * 1_000 });
}
