import { isLoopback } from '@headgate/runtime/outbound/is-loopback';
import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
} from 'openid-client';
import type { SignInProvider } from './store.ts';
import { timeoutSeconds } from './timeout.ts';

/** GitHub, or a GitHub Enterprise Server, is no OIDC issuer: where it answers is known beforehand. */
export function connectGithub(
  { issuer, clientId, clientSecret = '' }: SignInProvider,
  ask: CustomFetch,
): Configuration {
  const url = new URL(issuer);
  const at = (path: string): string => new URL(path, url).href;
  const server = {
    issuer: at('/login/oauth'),
    authorization_endpoint: at('/login/oauth/authorize'),
    token_endpoint: at('/login/oauth/access_token'),
  };
  const configuration = new Configuration(server, clientId, {}, ClientSecretPost(clientSecret));
  configuration.timeout = timeoutSeconds;
  configuration[customFetch] = ask;
  if (isLoopback(url)) allowInsecureRequests(configuration);
  return configuration;
}

/** Where it tells about its users. */
export function githubApi(issuer: string, path: string): URL {
  const url = new URL(issuer);
  return url.host === 'github.com' ? new URL(path, 'https://api.github.com') : new URL(`/api/v3${path}`, url);
}
