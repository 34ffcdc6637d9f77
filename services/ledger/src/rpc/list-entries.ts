import {
  ListEntriesRequest_Kind as Kind,
  type ListEntriesRequest,
  type ListEntriesResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { EntryKind } from '../book/entry.ts';
import { countEntries, listEntries } from '../views/list-entries.ts';
import { refuse } from './check.ts';
import { checkPage, checkTime } from './check-records.ts';
import type { RpcContext } from './context.ts';

const kindsOf: Partial<Record<Kind, readonly EntryKind[]>> = {
  [Kind.REFUND]: ['refund'],
  [Kind.GRANT]: ['grant', 'adjust'],
};

/** A page of what moved purses without a request. */
export async function answerListEntries(
  { knex }: RpcContext,
  request: ListEntriesRequest,
): Promise<ListEntriesResponse> {
  const kinds = kindsOf[request.kind] ?? refuse('kind', 'There is no such kind of entry to list.');
  const filter = { kinds, purses: request.purses, ...checkTime(request) };
  const page = checkPage(request);
  const [records, { total, exact }] = await Promise.all([
    listEntries(knex, filter, page),
    countEntries(knex, filter),
  ]);
  return {
    records: records.slice(0, page.limit),
    hasMore: records.length > page.limit,
    total,
    totalExact: exact,
  };
}
