import type { GetBoundsRequest, GetBoundsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { boundsOf } from '../pricing/bounds.ts';
import type { RpcContext } from './context.ts';

/** All bounds of the newest price version, or none when the caller has them. */
export async function answerGetBounds(
  { knex, books }: RpcContext,
  { afterVersion }: GetBoundsRequest,
): Promise<GetBoundsResponse> {
  const version = await books.newest(knex);
  const book = version === afterVersion ? undefined : await books.at(knex, version);
  return { version, bounds: book ? boundsOf(book) : [] };
}
