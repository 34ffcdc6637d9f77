import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { QuoteRequest, QuoteResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { amountOf } from '../pricing/amount.ts';
import { chargesOf } from '../pricing/charges.ts';
import type { Price } from '../pricing/price.ts';
import { ratioOf } from '../pricing/ratio.ts';
import type { RpcContext } from './context.ts';

/** What a media task will be billed for what it asks: frozen before anything is sent, and held until its end. */
export async function answerQuote(
  { knex, books, nowMs }: RpcContext,
  { priceModel, group, usage }: QuoteRequest,
): Promise<QuoteResponse> {
  const version = await books.newest(knex);
  const book = await books.at(knex, version);
  const price = book?.prices.get(priceModel);
  const ratio = book?.ratios.get(group);
  const isSold = price && usage && isNamed(usage, price);
  const amount = isSold && ratio && amountOf(usage, price, ratioOf(ratio, priceModel));
  return {
    metered: Boolean(isSold && isMetered(usage, price)),
    priced: typeof amount === 'bigint',
    amount: amount || 0n,
    priceVersion: version,
    nowMs: BigInt(nowMs()),
  };
}

/**
 * Whether the row names what a task is counted by, or charges it by something else. A row for seconds says nothing of
 * images: they would be given away.
 */
function isNamed(usage: Usage, price: Price): boolean {
  const { metered } = usage;
  if (metered.length === 0 || price.metered.size === 0) return true;
  if (isMetered(usage, price)) return true;
  return (chargesOf(usage, price) ?? []).some(({ rate }) => rate > 0n);
}

function isMetered({ metered }: Usage, price: Price): boolean {
  return metered.some(({ unit }) => price.metered.has(unit));
}
