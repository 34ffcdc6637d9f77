import type { GetBoundsRequest, GetBoundsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { boundRatiosOf, boundsOf, ratesOf } from '../pricing/bounds.ts';
import type { RpcContext } from './context.ts';

/** All bounds of the newest price version, or none when the caller has them; by ratio where it asks for that. */
export async function answerGetBounds(
  { knex, books }: RpcContext,
  { afterVersion, byRatio }: GetBoundsRequest,
): Promise<GetBoundsResponse> {
  const version = await books.newest(knex);
  const book = version === afterVersion ? undefined : await books.at(knex, version);
  if (!book) return { version, bounds: [], rates: [], ratios: [] };
  return byRatio
    ? { version, bounds: [], rates: ratesOf(book), ratios: boundRatiosOf(book) }
    : { version, bounds: boundsOf(book), rates: [], ratios: [] };
}
