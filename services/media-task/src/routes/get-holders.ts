import type { GetHoldersRequest, GetHoldersResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../context.ts';
import { findHolders } from '../sql/tasks/find-holders.ts';

const mostAsked = 1_000;

/** Which tasks holds are of, and whether these end them. */
export async function answerGetHolders(
  { knex }: Pick<ApiContext, 'knex'>,
  { holdIds }: GetHoldersRequest,
): Promise<GetHoldersResponse> {
  if (holdIds.length > mostAsked) throw new Error(`${holdIds.length} holds are outside of the contract`);
  return { holders: await findHolders(knex, holdIds) };
}
