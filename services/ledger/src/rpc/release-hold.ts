import type { ReleaseHoldRequest, ReleaseHoldResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { releaseHold } from '../book/holds/end-hold.ts';
import { checkId } from './check.ts';
import type { RpcContext } from './context.ts';
import { holdStates } from './hold-states.ts';

/** Releases a hold, or refuses it for good when it did not come yet. */
export async function answerReleaseHold(
  { knex }: RpcContext,
  { id }: ReleaseHoldRequest,
): Promise<ReleaseHoldResponse> {
  return { state: holdStates[await releaseHold(knex, checkId(id, 'id'))] };
}
