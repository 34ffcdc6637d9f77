import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { z } from 'zod';
import { defineOpenOperation, defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput, nothing } from '../operations/words.ts';
import { signedIn, signIn } from '../sessions/sign-in.ts';
import { stepUp } from '../sessions/step-up.ts';
import { beginFlow, endFlow } from '../sign-in-flows/flow.ts';
import { findUserById } from '../users/store.ts';
import { passkeySignInFlow, verificationFlow } from './flows.ts';
import { provePasskey } from './prove.ts';
import { relyingPartyOf } from './relying-party.ts';
import { listPasskeys } from './store.ts';
import { verifyByPasskey } from './verify.ts';
import { requestOptions, usedCredential } from './words.ts';

const withCredential = z.object({ body: z.object({ credential: usedCredential }) });

export const passkeySignInOperations: Record<string, Operation> = {
  'passkeys.begin-sign-in': defineOpenOperation({
    summary: 'What a browser is asked for a passkey with, whoever it is',
    input: noInput,
    data: requestOptions,
    async run(context, act) {
      const { id: rpID } = relyingPartyOf(act);
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'preferred' });
      await beginFlow(context, act, passkeySignInFlow, { challenge: options.challenge });
      return { ...options };
    },
  }),

  'passkeys.finish-sign-in': defineOpenOperation({
    summary: 'Signs in by a passkey; one that saw a finger, a face or a PIN is both factors',
    input: withCredential,
    data: signedIn,
    async run(context, act, { body }) {
      const begun = await endFlow(context, act, passkeySignInFlow);
      if (!begun) return refuse('begin_again');
      const { challenge } = begun;
      const proven = await provePasskey(context, act, { credential: body.credential, challenge });
      const user = await findUserById(context.knex, proven.userId);
      if (!user) return refuse('passkey_refused');
      return signIn(context, act, user, { isBothFactors: proven.isUserVerified });
    },
  }),

  'passkeys.begin-verification': defineOperation({
    role: 'user',
    summary: 'What a browser is asked with, to prove that it is still the caller',
    input: noInput,
    data: requestOptions,
    async run(context, act) {
      const { id: rpID } = relyingPartyOf(act);
      const passkeys = await listPasskeys(context.knex, act.actor.id);
      if (passkeys.length === 0) refuse('passkey_none');
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'preferred',
        allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
      });
      const user_id = String(act.actor.id);
      await beginFlow(context, act, verificationFlow, { challenge: options.challenge, user_id });
      return { ...options };
    },
  }),

  'passkeys.finish-verification': defineOperation({
    role: 'user',
    summary: 'Proves by a passkey that it is still the caller, for ten minutes',
    input: withCredential,
    data: nothing,
    async run(context, act, { body }) {
      await verifyByPasskey(context, act, body.credential);
      await stepUp(context, act);
    },
  }),
};
