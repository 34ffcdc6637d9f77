import type { ListPricesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { writePrice } from '../pricing/write-price.ts';
import { writeRatio } from '../pricing/write-ratio.ts';
import type { RpcContext } from './context.ts';

/** What models cost now, and what groups multiply it by. */
export async function answerListPrices({ knex, books }: RpcContext): Promise<ListPricesResponse> {
  const version = await books.newest(knex);
  const book = await books.at(knex, version);
  if (!book) return { version, prices: [], groups: [] };
  return {
    version,
    prices: [...book.prices].map(([model, price]) => writePrice(model, price)),
    groups: [...book.ratios].map(([group, ratio]) => writeRatio(group, ratio)),
  };
}
