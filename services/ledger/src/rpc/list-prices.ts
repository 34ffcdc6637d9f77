import { createHash } from 'node:crypto';
import { type ListPricesRequest, ListPricesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { PriceBook } from '../pricing/price-book.ts';
import { writePrice } from '../pricing/write-price.ts';
import { writeRatio } from '../pricing/write-ratio.ts';
import type { RpcContext } from './context.ts';

/** What models cost now, and what groups multiply it by. Whoever looks at prices asks, strangers too, and few books are new. */
export function createListPrices({
  knex,
  books,
}: Pick<RpcContext, 'knex' | 'books'>): (request: ListPricesRequest) => Promise<ListPricesResponse> {
  let newest: { book: PriceBook; written: ListPricesResponse } | undefined;
  return async ({ knownDigest }) => {
    const version = await books.newest(knex);
    const book = await books.at(knex, version);
    if (!book) return { version, prices: [], groups: [], digest: Buffer.alloc(0) };
    if (newest?.book !== book) newest = { book, written: write(book) };
    const { written } = newest;
    return written.digest.equals(knownDigest) ? { ...written, prices: [], groups: [] } : written;
  };
}

function write({ version, prices, ratios }: PriceBook): ListPricesResponse {
  const told = {
    version,
    prices: [...prices].map(([model, price]) => writePrice(model, price)),
    groups: [...ratios].map(([group, ratio]) => writeRatio(group, ratio)),
    digest: Buffer.alloc(0),
  };
  return { ...told, digest: createHash('sha256').update(ListPricesResponse.encode(told).finish()).digest() };
}
