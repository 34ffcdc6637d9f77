import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { idOut, noInput } from '../operations/words.ts';
import { requireFreshFactor } from '../sessions/require-fresh-factor.ts';
import { requireLiveSession } from '../sessions/require-live-session.ts';
import { beginFlow, endFlow } from '../sign-in-flows/flow.ts';
import { readSite } from '../site/store.ts';
import { registrationFlow } from './flows.ts';
import { relyingPartyOf } from './relying-party.ts';
import { insertPasskey, listPasskeys, type Passkey } from './store.ts';
import { userHandleOf } from './user-handle.ts';
import { creationOptions, newCredential } from './words.ts';

const mostPasskeys = 20;

const name = z
  .string()
  .trim()
  .max(50, 'must have at most 50 characters')
  .regex(/^\P{Cc}*$/u, 'must be one line of text')
  .default('');

export const passkeyRegistrationOperations: Record<string, Operation> = {
  'passkeys.begin-registration': defineOperation({
    role: 'user',
    summary: 'What a browser is asked for a new passkey with',
    input: noInput,
    data: creationOptions,
    async run(context, act) {
      await requireFreshFactor(context, act);
      const { id: rpID } = relyingPartyOf(act);
      const { actor } = act;
      const known = await listPasskeys(context.knex, actor.id);
      refuseMore(known);
      const options = await generateRegistrationOptions({
        rpID,
        rpName: (await readSite(context.knex))?.name ?? 'Headgate',
        userID: new Uint8Array(userHandleOf(actor.id)),
        userName: actor.username,
        userDisplayName: actor.displayName,
        attestationType: 'none',
        excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      });
      const { challenge } = options;
      await beginFlow(context, act, registrationFlow, { challenge, user_id: String(actor.id) });
      return { ...options };
    },
  }),

  'passkeys.finish-registration': defineOperation({
    role: 'user',
    summary: 'Keeps a new passkey',
    isChange: true,
    input: z.object({ body: z.object({ name, credential: newCredential }) }),
    data: z.object({ id: idOut, name: z.string() }),
    async run(context, act, { body }) {
      const { knex, log } = context;
      const begun = await endFlow(context, act, registrationFlow);
      if (begun?.user_id !== act.actor.id) return refuse('begin_again');
      const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(act);
      const verified = await verifyRegistrationResponse({
        response: body.credential,
        expectedChallenge: begun.challenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: false,
      }).catch((error: unknown) => {
        log.info({ err: error }, 'a new passkey was refused');
        return undefined;
      });
      if (!verified?.verified) return refuse('passkey_refused');
      const { credential, credentialBackedUp } = verified.registrationInfo;
      const row = {
        user_id: act.actor.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: body.credential.response.transports,
        name: body.name || 'Passkey',
        is_backed_up: credentialBackedUp,
      };
      const id = await knex.transaction(async (transaction) => {
        // Those who finish one at the same time wait for each other, so that the bound holds.
        await requireLiveSession(transaction, act);
        refuseMore(await listPasskeys(transaction, act.actor.id));
        const given = await insertPasskey(transaction, row);
        if (given === undefined) return refuse('passkey_known');
        await act.audit(transaction, { kind: 'passkey', id: String(given), name: row.name });
        return given;
      });
      return { id, name: row.name };
    },
  }),
};

function refuseMore(known: readonly Passkey[]): void {
  if (known.length >= mostPasskeys) refuse('passkeys_too_many', '', { most: String(mostPasskeys) });
}
