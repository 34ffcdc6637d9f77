import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { userPurse } from '@headgate/proto/purses';
import type { Context } from '../context.ts';
import { type Claim, noteCredit } from './store.ts';

export type CreditContext = Pick<Context, 'knex' | 'ledger' | 'reach'>;

/**
 * Has ledger book what a claimed code stands for. Asking again asks for the same entry, which is booked once. `unlimited`: the
 * user has no limit that more could raise, and the claim stays as it is.
 */
export async function credit(context: CreditContext, claim: Claim): Promise<'credited' | 'unlimited'> {
  const { outcome } = await context.ledger.changeGrant({
    id: claim.entryId,
    purse: userPurse(claim.userId),
    source: `redemption:${claim.id}`,
    units: claim.units,
  });
  if (outcome === Outcome.UNLIMITED) return 'unlimited';
  if (outcome !== Outcome.CHANGED) throw new Error(`ledger did not credit a code: ${outcome}`);
  context.reach('after-credit');
  await noteCredit(context.knex, claim.id);
  return 'credited';
}
