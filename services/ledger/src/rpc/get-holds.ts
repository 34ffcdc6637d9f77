import type { GetHoldsRequest, GetHoldsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { findHolds } from '../book/holds/hold.ts';
import { findAmounts } from '../views/find-amounts.ts';
import { checkId, refuse } from './check.ts';
import type { RpcContext } from './context.ts';
import { holdStates } from './hold-states.ts';

const maxIds = 1_000;

/** How holds stand: what an outbox asks before it forgets. Unknown ones are left out. */
export async function answerGetHolds(
  { knex }: RpcContext,
  { ids }: GetHoldsRequest,
): Promise<GetHoldsResponse> {
  if (ids.length > maxIds) refuse('ids', `Ask for at most ${maxIds} holds.`);
  const holds = await findHolds(
    knex,
    ids.map((id) => checkId(id, 'ids')),
  );
  const billed = await findAmounts(
    knex,
    holds.flatMap(({ closedBy }) => closedBy ?? []),
  );
  return {
    holds: holds.map(({ id, state, amount, closedBy }) => ({
      id,
      state: holdStates[state],
      amount,
      closeId: closedBy ?? '',
      // A close without an entry was given up.
      billedAmount: closedBy === null ? undefined : (billed.get(closedBy) ?? 0n),
    })),
  };
}
