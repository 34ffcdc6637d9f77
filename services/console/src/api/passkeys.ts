import { queryOptions } from '@tanstack/react-query';
import { makePasskey } from './browser-passkeys.ts';
import { ask } from './client.ts';

export interface Passkey {
  id: number;
  name: string;
  /** Unix seconds. */
  created_at: number;
  /** Null: never. */
  last_used_at: number | null;
  /** It is kept in several places. */
  is_backed_up: boolean;
}

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: ({ signal }) => ask<Passkey[]>('/api/user/passkey', { signal }),
});

/** What to ask the browser for. Refused as forbidden until it was confirmed who asks: see `useStepUp`. */
export function beginPasskey(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return ask('/api/user/passkey/register/begin', { method: 'POST' });
}

/** Has the browser make what was begun, and keeps it. */
export async function finishPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
  name: string,
): Promise<void> {
  const credential = await makePasskey(options);
  await ask('/api/user/passkey/register/finish', { method: 'POST', body: { name, credential } });
}

/** Refused as forbidden until it was confirmed who asks. */
export function removePasskey(id: number): Promise<void> {
  return ask(`/api/user/passkey/${id}`, { method: 'DELETE' });
}
