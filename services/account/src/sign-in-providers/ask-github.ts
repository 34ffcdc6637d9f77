import { type Configuration, fetchProtectedResource } from 'openid-client';
import { z } from 'zod';
import { foldEmail } from '../users/find-user.ts';
import { githubApi } from './connect-github.ts';
import type { Identity } from './identity.ts';
import type { SignInProvider } from './store.ts';

const account = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() });
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Whose access token it is. A login can change hands; the number cannot. */
export async function askGithub(
  configuration: Configuration,
  { issuer, linkVerifiedEmail }: SignInProvider,
  accessToken: string,
): Promise<Identity> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'headgate' });
    const url = githubApi(issuer, path);
    const response = await fetchProtectedResource(configuration, accessToken, url, 'GET', undefined, headers);
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
    return response.json();
  };
  const { id, login, name } = account.parse(await ask('/user'));
  const verified = linkVerifiedEmail ? emails.parse(await ask('/user/emails')) : [];
  const email = verified.find((each) => each.primary && each.verified)?.email;
  return {
    externalId: String(id),
    username: login,
    displayName: name ?? '',
    verifiedEmail: email && foldEmail(email),
  };
}
