import type { QuoteRequest, QuoteResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { amountOf } from '../pricing/amount.ts';
import { newestVersion } from '../pricing/price-book.ts';
import { ratioOf } from '../pricing/ratio.ts';
import type { RpcContext } from './context.ts';

/** What a media task will be billed for what it asks: frozen before anything is sent, and held until its end. */
export async function answerQuote(
  { knex, books, nowMs }: RpcContext,
  { priceModel, group, usage }: QuoteRequest,
): Promise<QuoteResponse> {
  const version = await newestVersion(knex);
  const book = await books.at(knex, version);
  const price = book?.prices.get(priceModel);
  const ratio = book?.ratios.get(group);
  const amount = price && ratio && usage && amountOf(usage, price, ratioOf(ratio, priceModel));
  return {
    priced: amount !== undefined,
    amount: amount ?? 0n,
    priceVersion: version,
    nowMs: BigInt(nowMs()),
  };
}
