import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import { relyingPartyOf } from './relying-party.ts';
import { findPasskey, noteUse, type Passkey } from './store.ts';
import { userHandleOf } from './user-handle.ts';
import type { UsedCredential } from './words.ts';

export interface ProvenPasskey {
  userId: bigint;
  /** The authenticator saw a finger, a face or a PIN. */
  isUserVerified: boolean;
}

/** Whose passkey answered a challenge. Refuses an answer that is not right, and says no more of it. */
export async function provePasskey(
  { knex, log }: Pick<Context, 'knex' | 'log'>,
  act: Act,
  { credential, challenge }: { credential: UsedCredential; challenge: string },
): Promise<ProvenPasskey> {
  const passkey = await findPasskey(knex, credential.id);
  if (!passkey) return refuse(refused);
  const handle = credential.response.userHandle;
  if (handle !== undefined && handle !== userHandleOf(passkey.user_id).toString('base64url'))
    return refuse(refused);
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(act);
  const site = { expectedRPID, expectedOrigin, expectedChallenge: challenge };
  const proven = await verify(credential, passkey, site).catch((error: unknown) => {
    log.info({ err: error }, 'a passkey was refused');
    return undefined;
  });
  if (!proven?.verified) return refuse(refused);
  const { newCounter, userVerified } = proven.authenticationInfo;
  await noteUse(knex, passkey.id, BigInt(newCounter));
  return { userId: passkey.user_id, isUserVerified: userVerified };
}

const refused = 'passkey_refused';

function verify(
  credential: UsedCredential,
  passkey: Passkey,
  site: { expectedRPID: string; expectedOrigin: string; expectedChallenge: string },
) {
  const { userHandle, ...response } = credential.response;
  return verifyAuthenticationResponse({
    ...site,
    response: { ...credential, response: { ...response, ...(userHandle !== undefined && { userHandle }) } },
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: false,
  });
}
