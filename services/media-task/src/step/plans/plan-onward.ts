import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { accountsOf } from '../../catalog/accounts-of.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { mostSiblings } from '../ask-as-any.ts';
import type { Plan } from './plan.ts';

/**
 * Ways to go on from what an account has made, by its channel. They are creates, which are paid for: only credentials are used
 * that the channel offers now, while what is there already is asked for with any that is kept (`askAsAny`). By the maker's, where
 * it is one of them; by the others only where that is refused, or is no more: keys are renewed while films lie at the vendor's.
 * At most `mostSiblings` of those. Throws a FaultError where the channel is of another vendor by now.
 *
 * @param plan of the channel as it is now
 */
export function planOnward(plan: Plan, maker: Account): [Plan, ...Plan[]] {
  const offered = accountsOf(plan.candidate.channel).filter(({ provider }) => provider === maker.provider);
  const own = offered.filter(({ key }) => key === maker.key);
  const others = offered.filter(({ key }) => key !== maker.key).slice(0, mostSiblings);
  const [first, ...further] = [
    ...own.map((account) => ({ ...plan, account, goesOn: 'as-maker' as const })),
    ...others.map((account) => ({ ...plan, account, goesOn: 'as-other' as const })),
  ];
  if (!first) throw new FaultError(fault('task_channel_disable'));
  return [first, ...further];
}
