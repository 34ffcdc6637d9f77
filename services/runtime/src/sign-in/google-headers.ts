import type { AccessTokens } from './access-tokens.ts';
import { askGoogle, type Post } from './ask-google.ts';

/** What shows Google who calls. A credential is the JSON of a service account's key file, or an API key. */
export function googleHeaders(
  credential: string,
  tokens: AccessTokens,
  post: Post,
): Record<string, string> | Promise<Record<string, string>> {
  if (!credential.trimStart().startsWith('{')) return { 'x-goog-api-key': credential };
  const token = tokens.get(credential, () => askGoogle(credential, post));
  return typeof token === 'string' ? bearer(token) : token.then(bearer);
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
