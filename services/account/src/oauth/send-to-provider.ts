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
import { askAnew } from './confirm.ts';
import { type OauthFlow, oauthFlow } from './flow.ts';
import { reachProvider } from './reach-provider.ts';

interface Begun {
  state: string;
  stateHash: string;
  userId: bigint | null;
  returnTo: string | undefined;
  /** The session that is to be confirmed, if one is. */
  confirms?: OauthFlow['confirms'];
}

/** Sends the browser to a provider, under PKCE and, where there will be an ID token, a nonce. */
export async function sendToProvider(
  context: Pick<Context, 'knex' | 'log' | 'issuers'>,
  act: Act,
  provider: SignInProvider,
  { state, stateHash, userId, returnTo, confirms }: Begun,
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
    ...(confirms !== undefined && askAnew(provider)),
  });
  await beginFlow(context, act, oauthFlow, {
    state_hash: stateHash,
    user_id: userId === null ? null : String(userId),
    sent: { slug: provider.slug, verifier, redirect_uri: redirectUri, ...(nonce !== undefined && { nonce }) },
    ...(returnTo !== undefined && { return_to: returnTo }),
    ...(confirms !== undefined && { confirms }),
  });
  act.goTo(url.href);
}
