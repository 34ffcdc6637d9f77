import { queryOptions } from '@tanstack/react-query';
import { canUsePasskeys, getPasskey } from './browser-passkeys.ts';
import { ask } from './client.ts';

/** How somebody proves that it is still they. */
export type IdentityProof =
  | { method: 'password'; password: string }
  | { method: '2fa'; code: string }
  | { method: 'passkey'; credential: unknown };

/** Holds for some minutes of this session. */
export function verifyIdentity(proof: IdentityProof): Promise<void> {
  return ask('/api/verify', { method: 'POST', body: proof });
}

/** What can be proven with, besides the password. */
export const identityFactorsQuery = queryOptions({
  queryKey: ['user', 'identity-factors'],
  queryFn: async ({ signal }) => {
    const [{ enabled }, passkeys] = await Promise.all([
      ask<{ enabled: boolean }>('/api/user/2fa/status', { signal }),
      ask<unknown[]>('/api/user/passkey', { signal }),
    ]);
    return { hasCode: enabled, hasPasskey: passkeys.length > 0 && canUsePasskeys() };
  },
});

/** Has the browser ask for a passkey, and proves with it. */
export async function verifyByPasskey(): Promise<void> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>('/api/user/passkey/verify/begin', {
    method: 'POST',
  });
  await verifyIdentity({ method: 'passkey', credential: await getPasskey(options) });
}
