import type { ApiContext } from '../context.ts';
import { findSiblings } from '../sql/accounts.ts';
import { mostSiblings } from './ask-as-any.ts';
import type { Plan } from './submit.ts';

type Keeping = Pick<ApiContext, 'knex'> & { config: Pick<ApiContext['config'], 'masterKey'> };

/**
 * The one way to go on from what an account has made, and the same by the other credentials of its channel: keys are renewed
 * while films lie at the vendor's.
 */
export async function withRenewed(
  { knex, config }: Keeping,
  plan: Plan,
  accountId: bigint,
): Promise<[Plan, ...Plan[]]> {
  const siblings = await findSiblings(knex, config.masterKey, accountId, mostSiblings);
  return [plan, ...siblings.map(({ account }) => ({ ...plan, account, isRenewed: true as const }))];
}
