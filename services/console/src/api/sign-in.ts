import { getPasskey } from './browser-passkeys.ts';
import { ask } from './client.ts';
import type { User } from './user.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** Who has signed in, or that a code of theirs is needed beside. */
export type SignedIn = User | { require_2fa: true };

export function needsCode(answer: SignedIn): boolean {
  return 'require_2fa' in answer;
}

export function signIn(credentials: Credentials): Promise<SignedIn> {
  return ask('/api/user/login', { method: 'POST', body: credentials });
}

/** A code of an authenticator app, or a backup code. */
export function signInByCode(code: string): Promise<SignedIn> {
  return ask('/api/user/login/2fa', { method: 'POST', body: { code } });
}

/** Has the browser ask for a passkey, whosever it is. */
export async function signInByPasskey(): Promise<SignedIn> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>('/api/user/passkey/login/begin', {
    method: 'POST',
  });
  const credential = await getPasskey(options);
  return ask('/api/user/passkey/login/finish', { method: 'POST', body: { credential } });
}
