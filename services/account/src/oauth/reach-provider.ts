import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { AuthorizationResponseError } from 'openid-client';
import type { Context } from '../context.ts';
import { refuse } from '../operations/refuse.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';

const longestDescription = 200;

/**
 * Runs what asks a provider. What it says to people is passed on; it and any other failure are logged in words, because a whole
 * error may hold tokens.
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
      const said = (error.error_description || error.error)
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, longestDescription);
      log.info({ provider: slug, said }, 'a provider refused somebody, or they declined');
      const named = { reason: 'provider_refused', reasonValues: { provider: name } };
      throw new FaultError(fault('invalid_request', { status: 200, message: `${name}: ${said}`, ...named }));
    }
    const problem = error instanceof Error ? error.message : String(error);
    log.warn({ provider: slug, problem }, 'a provider did not confirm who somebody is');
    return refuse('provider_did_not_confirm', '', { provider: name });
  }
}
