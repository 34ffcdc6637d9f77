import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { beginFlow } from '../sign-in-flows/flow.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';
import { oauthFlow } from './flow.ts';
import { reachProvider } from './reach-provider.ts';

interface Begun {
  state: string;
  stateHash: string;
  userId: bigint | null;
  returnTo: string | undefined;
}

/** Sends the browser to a provider, under PKCE and, where there will be an ID token, a nonce. */
export async function sendToProvider(
  context: Pick<Context, 'knex' | 'log' | 'issuers'>,
  act: Act,
  provider: SignInProvider,
  { state, stateHash, userId, returnTo }: Begun,
): Promise<void> {
  const configuration = await reachProvider(context, provider, () => context.issuers.get(provider));
  const verifier = randomPKCECodeVerifier();
  const nonce = provider.kind === 'github' ? undefined : randomNonce();
  const redirectUri = `${act.baseUrl}/api/oauth/${provider.slug}`;
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce !== undefined && { nonce }),
  });
  await beginFlow(context, act, oauthFlow, {
    state_hash: stateHash,
    user_id: userId === null ? null : String(userId),
    sent: { slug: provider.slug, verifier, redirect_uri: redirectUri, ...(nonce !== undefined && { nonce }) },
    ...(returnTo !== undefined && { return_to: returnTo }),
  });
  act.goTo(url.href);
}
