import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { admit } from '../operations/admit.ts';
import { defineOpenOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { requireFreshFactor } from '../sessions/require-fresh-factor.ts';
import { signedIn } from '../sessions/sign-in.ts';
import { beginFlow } from '../sign-in-flows/flow.ts';
import { findProvider, type SignInProvider } from '../sign-in-providers/store.ts';
import { comeBack } from './come-back.ts';
import { beginToConfirm } from './confirm.ts';
import { oauthFlow } from './flow.ts';
import { readReturnTo, tellThere } from './return-to.ts';
import { sendToProvider } from './send-to-provider.ts';
import { endOauthFlow, makeState } from './state.ts';

const path = z.object({ provider: z.string() });
/** A path of the pages of this gateway. */
const returning = z.object({ return_to: z.string().transform(readReturnTo).optional() });
/** What providers add beside, and which is checked where a code is changed for an identity. */
const parameter = z.string().max(8_192, 'must have at most 8,192 characters').optional();

export const oauthOperations: Record<string, Operation> = {
  'oauth.state': defineOpenOperation({
    summary:
      'A state for one sign-in by a provider, good for ten minutes in this browser; of who has signed in, to bind or to confirm who they are',
    input: z.object({ query: returning.extend({ purpose: z.enum(['bind', 'confirm']).optional() }) }),
    data: z.string(),
    async run(context, { actor, ...act }, { query }) {
      const isToConfirm = query.purpose === 'confirm';
      const confirms = isToConfirm
        ? await beginToConfirm(context, admit({ ...act, actor }, 'user'))
        : undefined;
      if (actor && !confirms) await requireFreshFactor(context, { ...act, actor });
      const { state, stateHash } = makeState();
      await beginFlow(context, { ...act, actor }, oauthFlow, {
        state_hash: stateHash,
        user_id: actor ? String(actor.id) : null,
        ...(query.return_to !== undefined && { return_to: query.return_to }),
        ...(confirms && { confirms }),
      });
      return state;
    },
  }),

  'oauth.start': defineOpenOperation({
    summary: 'Sends a browser to a provider, and to the path `return_to` of this gateway in the end',
    redirects: 'always',
    input: z.object({ path, query: returning }),
    data: z.void(),
    async run(context, act, { path: { provider: slug }, query }) {
      const { return_to: returnTo } = query;
      await tellThere(act, { returnTo, slug }, async () => {
        const provider = await requireProvider(context, slug);
        // Any page can send a browser here: none may bind what it likes to whoever is signed in, nor sign them in as another.
        if (!act.actor)
          await sendToProvider(context, act, provider, { ...makeState(), userId: null, returnTo });
        else if (returnTo === undefined) refuse('signed_in_already');
        else act.goTo(returnTo);
      });
    },
  }),

  'oauth.enter': defineOpenOperation({
    summary: 'Where a provider sends a browser back to; with a state alone, sends it to the provider',
    redirects: 'sometimes',
    input: z.object({
      path,
      query: z.object({
        state: parameter,
        code: parameter,
        iss: parameter,
        error: parameter,
        error_description: parameter,
      }),
    }),
    data: z.union([signedIn, z.object({ action: z.enum(['bind', 'confirm']) }), z.void()]),
    async run(context, act, { path: { provider: slug }, query }) {
      const provider = await requireProvider(context, slug);
      const begun = await endOauthFlow(context, act, query.state);
      if (query.code !== undefined || query.error !== undefined)
        return comeBack(context, act, { provider, begun, query });
      const { state = '' } = query;
      const { state_hash: stateHash, user_id: userId, return_to: returnTo, confirms } = begun;
      return tellThere(act, { returnTo, slug }, () =>
        sendToProvider(context, act, provider, { state, stateHash, userId, returnTo, confirms }),
      );
    },
  }),
};

async function requireProvider({ knex, masterKey }: Context, slug: string): Promise<SignInProvider> {
  const provider = await findProvider(knex, masterKey, slug);
  if (!provider) throw new FaultError(fault('invalid_request', { message: 'There is no such provider.' }));
  if (provider.clientSecret === undefined)
    refuse('provider_secret_unreadable', '', { provider: provider.name });
  return provider;
}
