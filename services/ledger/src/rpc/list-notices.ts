import type { ListNoticesRequest, ListNoticesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { toMessage } from '../book/notices/notice.ts';
import { findLastNotice, listNotices } from '../views/list-notices.ts';
import { checkAtLeast, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

const most = 1_000;

/** What was noticed since. The end is read first: a notice that comes between is listed beyond it, never missed. */
export async function answerListNotices(
  { knex }: RpcContext,
  { afterSeq, limit }: ListNoticesRequest,
): Promise<ListNoticesResponse> {
  if (limit < 1 || limit > most) refuse('limit', `A list has 1 to ${most} notices.`);
  const lastSeq = await findLastNotice(knex);
  const notices = await listNotices(knex, checkAtLeast(afterSeq, 0n, 'after_seq'), limit);
  return { notices: notices.map(toMessage), lastSeq };
}
