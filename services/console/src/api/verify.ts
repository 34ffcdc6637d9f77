import { queryOptions } from '@tanstack/react-query';
import type { Binding } from './bindings.ts';
import { canUsePasskeys, getPasskey } from './browser-passkeys.ts';
import { ask } from './client.ts';
import type { Self } from './user.ts';

/** How somebody proves that it is still they. */
export type IdentityProof =
  | { method: 'password'; password: string }
  | { method: '2fa'; code: string }
  | { method: 'passkey'; credential: unknown };

/** Holds for some minutes of this session. */
export function verifyIdentity(proof: IdentityProof): Promise<void> {
  return ask('/api/verify', { method: 'POST', body: proof });
}

/** What can be proven with, and whether there is a password. */
export const identityFactorsQuery = queryOptions({
  queryKey: ['user', 'identity-factors'],
  queryFn: async ({ signal }) => {
    const [{ enabled }, passkeys, { has_password: hasPassword }, bindings] = await Promise.all([
      ask<{ enabled: boolean }>('/api/user/2fa/status', { signal }),
      ask<unknown[]>('/api/user/passkey', { signal }),
      ask<Self>('/api/user/self', { signal }),
      ask<Binding[]>('/api/user/oauth/bindings', { signal }),
    ]);
    return {
      hasPassword,
      hasCode: enabled,
      hasPasskey: passkeys.length > 0 && canUsePasskeys(),
      /** By which they sign in, and confirm where they have nothing else. */
      providers: bindings.map(({ provider }) => provider),
    };
  },
});

/** Has the browser ask for a passkey, and proves with it. */
export async function verifyByPasskey(): Promise<void> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>('/api/user/passkey/verify/begin', {
    method: 'POST',
  });
  await verifyIdentity({ method: 'passkey', credential: await getPasskey(options) });
}
