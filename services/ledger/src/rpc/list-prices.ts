import type { ListPricesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { PriceBook } from '../pricing/price-book.ts';
import { writePrice } from '../pricing/write-price.ts';
import { writeRatio } from '../pricing/write-ratio.ts';
import type { RpcContext } from './context.ts';

/** What models cost now, and what groups multiply it by. Whoever looks at prices asks, strangers too, and few books are new. */
export function createListPrices({
  knex,
  books,
}: Pick<RpcContext, 'knex' | 'books'>): () => Promise<ListPricesResponse> {
  let newest: { book: PriceBook; written: ListPricesResponse } | undefined;
  return async () => {
    const version = await books.newest(knex);
    const book = await books.at(knex, version);
    if (!book) return { version, prices: [], groups: [] };
    if (newest?.book !== book) newest = { book, written: write(book) };
    return newest.written;
  };
}

function write({ version, prices, ratios }: PriceBook): ListPricesResponse {
  return {
    version,
    prices: [...prices].map(([model, price]) => writePrice(model, price)),
    groups: [...ratios].map(([group, ratio]) => writeRatio(group, ratio)),
  };
}
