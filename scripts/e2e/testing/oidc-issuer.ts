import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { freePort } from '@headgate/runtime/testing/free-port';
import { Provider } from 'oidc-provider';

/** A real OpenID provider, with pages on which anybody signs in under any name. */
export interface OidcIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** What it says of people, by their names, beside the usual. */
  claims: Map<string, object>;
  stop(): void;
}

/** @param redirectUris where it may send people back to. */
export async function startOidcIssuer(redirectUris: readonly string[]): Promise<OidcIssuer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['headgate', randomBytes(24).toString('base64url')];
  const claims = new Map<string, object>();
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_context, name) => ({
      accountId: name,
      claims: () => ({
        sub: name,
        preferred_username: name,
        name: `${name} of the issuer`,
        ...claims.get(name),
      }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url,
    clientId,
    clientSecret,
    claims,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
