import type { GetPursesRequest, GetPursesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { findPurses } from '../views/find-purses.ts';
import type { RpcContext } from './context.ts';

/** The state of purses, and by which clock their windows are named; unknown ones are left out. */
export async function answerGetPurses(
  { knex, nowMs }: RpcContext,
  { purses }: GetPursesRequest,
): Promise<GetPursesResponse> {
  return { purses: await findPurses(knex, purses), nowMs: BigInt(nowMs()) };
}
