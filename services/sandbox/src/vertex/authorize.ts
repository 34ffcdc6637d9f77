import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxContext } from '../sandbox.ts';

/** Whether a call carries a token that was given, or an API key; keys that begin with "bad" are none. */
export function isWelcome(headers: IncomingHttpHeaders, { accounts }: SandboxContext): boolean {
  const key = headers['x-goog-api-key'];
  if (typeof key === 'string' && key !== '') return !key.startsWith('bad');
  return accounts.isGood(tokenOf(headers));
}

/** What the caller used to get here. */
export function credentialOf(headers: IncomingHttpHeaders): string {
  return headers['x-goog-api-key']?.toString() || tokenOf(headers);
}

function tokenOf({ authorization = '' }: IncomingHttpHeaders): string {
  return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
}
