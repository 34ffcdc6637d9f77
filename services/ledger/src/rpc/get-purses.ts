import type { GetPursesRequest, GetPursesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { findPurses } from '../views/find-purses.ts';
import type { RpcContext } from './context.ts';

/** The state of purses; unknown ones are left out. */
export async function answerGetPurses(
  { knex }: RpcContext,
  { purses }: GetPursesRequest,
): Promise<GetPursesResponse> {
  return { purses: await findPurses(knex, purses) };
}
