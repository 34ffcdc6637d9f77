import { isLoopback } from '@headgate/runtime/outbound/is-loopback';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { SignInProvider } from './store.ts';
import { timeoutSeconds } from './timeout.ts';

/** Reads what an issuer says of itself. Signatures of its tokens are checked, although they come from itself. */
export function connectOidc(
  { issuer, clientId, clientSecret = '' }: SignInProvider,
  ask: CustomFetch,
): Promise<Configuration> {
  const url = new URL(issuer);
  const execute = [enableNonRepudiationChecks];
  if (isLoopback(url)) execute.push(allowInsecureRequests);
  return discovery(url, clientId, {}, secretAs(clientSecret), {
    execute,
    timeout: timeoutSeconds,
    [customFetch]: ask,
  });
}

/** In the body, where the issuer takes it there. */
function secretAs(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_post') ? inBody : inHeader;
    authenticate(server, ...rest);
  };
}
