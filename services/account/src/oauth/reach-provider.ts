import { AuthorizationResponseError } from 'openid-client';
import type { Context } from '../context.ts';
import { refuse, refuseInWords } from '../operations/refuse.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';

const longestDescription = 200;

/**
 * Runs what asks a provider. What it says to people is passed on; any other failure is logged in words, because a whole error
 * may hold tokens.
 */
export async function reachProvider<T>(
  { log }: Pick<Context, 'log'>,
  { slug, name }: SignInProvider,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const said = error.error_description || error.error;
      return refuseInWords(`${name}: ${said.replace(/\p{Cc}/gu, ' ').slice(0, longestDescription)}`);
    }
    const problem = error instanceof Error ? error.message : String(error);
    log.warn({ provider: slug, problem }, 'a provider did not confirm who somebody is');
    return refuse('provider_did_not_confirm', '', { provider: name });
  }
}
