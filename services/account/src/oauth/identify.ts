import { authorizationCodeGrant } from 'openid-client';
import type { Context } from '../context.ts';
import { askGithub } from '../sign-in-providers/ask-github.ts';
import { askOidc } from '../sign-in-providers/ask-oidc.ts';
import type { Identity } from '../sign-in-providers/identity.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';
import { checkAnew } from './confirm.ts';
import type { OauthFlow } from './flow.ts';
import { reachProvider } from './reach-provider.ts';

/** Changes the code that a browser brought back for who it is. Issuer, audience, nonce and signature are checked there. */
export function identify(
  context: Pick<Context, 'log' | 'issuers'>,
  provider: SignInProvider,
  { sent, confirms }: { sent: NonNullable<OauthFlow['sent']>; confirms: OauthFlow['confirms'] },
  query: Record<string, string>,
): Promise<Identity> {
  return reachProvider(context, provider, async () => {
    const configuration = await context.issuers.get(provider);
    const url = new URL(sent.redirect_uri);
    url.search = new URLSearchParams(query).toString();
    const isOidc = provider.kind !== 'github';
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: sent.verifier,
      expectedState: query.state ?? '',
      ...(sent.nonce !== undefined && { expectedNonce: sent.nonce }),
      idTokenExpected: isOidc,
      ...(confirms !== undefined && checkAnew(provider, confirms)),
    });
    const accessToken = tokens.access_token;
    if (!isOidc) return askGithub(configuration, provider, accessToken);
    const idToken = tokens.claims();
    if (!idToken) throw new Error('there is no ID token');
    return askOidc(configuration, { idToken, accessToken });
  });
}
