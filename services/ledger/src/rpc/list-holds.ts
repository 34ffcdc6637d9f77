import type { ListHoldsRequest, ListHoldsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { listHolds } from '../book/holds/list-holds.ts';
import { checkId } from './check.ts';
import type { RpcContext } from './context.ts';

const maxListed = 1_000;

/** A page of holds that have not ended. */
export async function answerListHolds(
  { knex, holdOverdueMs }: RpcContext,
  { overdueOnly, afterId, limit }: ListHoldsRequest,
): Promise<ListHoldsResponse> {
  const holds = await listHolds(knex, {
    olderThanMs: overdueOnly ? holdOverdueMs : 0,
    afterId: afterId === '' ? null : checkId(afterId, 'after_id'),
    limit: limit > 0 && limit < maxListed ? limit : maxListed,
  });
  return { holds };
}
