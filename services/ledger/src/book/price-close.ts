import { type Close, Kind, type Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { amountOf } from '../pricing/amount.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import type { ParkReason } from './parked.ts';

/** The largest amount that a column holds. */
const maxAmount = 2n ** 63n - 1n;

/**
 * What a close is billed, in quota units, or why that cannot be said. A close without usage costs nothing,
 * and so does an interrupted one: the house pays.
 * @param book the prices in force at the close's version; undefined when there is no such version.
 */
export function priceClose(close: Close, book: PriceBook | undefined): bigint | ParkReason {
  const { kind, usage, priceModel, group } = close;
  if (kind === Kind.INTERRUPTED || !usage || isZero(usage)) return 0n;
  if (!book) return 'unknown_price_version';
  const price = book.prices.get(priceModel);
  const ratio = book.ratios.get(group);
  if (!price || ratio === undefined) return 'unknown_price';
  const amount = amountOf(usage, price, ratio);
  return amount <= maxAmount ? amount : 'amount_out_of_range';
}

function isZero(usage: Usage): boolean {
  return Object.values(usage).every((value) => value === 0n);
}
