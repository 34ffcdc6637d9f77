import { type Configuration, fetchUserInfo, type IDToken } from 'openid-client';
import { z } from 'zod';
import { foldEmail } from '../users/find-user.ts';
import type { Identity } from './identity.ts';

const claims = z.object({
  preferred_username: z.string().catch(''),
  name: z.string().catch(''),
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().catch(false),
});

/** Who an ID token, whose checks are done, speaks of; what it does not say is asked for. */
export async function askOidc(
  configuration: Configuration,
  { idToken, accessToken }: { idToken: IDToken; accessToken: string },
): Promise<Identity> {
  const { sub } = idToken;
  const isWhole = idToken.preferred_username !== undefined && idToken.email !== undefined;
  const canBeAsked = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = !isWhole && canBeAsked ? await fetchUserInfo(configuration, accessToken, sub) : {};
  const said = claims.parse({ ...more, ...idToken });
  return {
    externalId: sub,
    username: said.preferred_username,
    displayName: said.name,
    verifiedEmail: said.email_verified && said.email ? foldEmail(said.email) : undefined,
  };
}
