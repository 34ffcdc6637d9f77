import { maxAmount } from '@headgate/proto/bounds';
import { type Close, Kind, type Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { ParkReason } from '../parked/park.ts';
import { amountOf } from '../pricing/amount.ts';
import { tokenClasses } from '../pricing/price.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import { ratioOf } from '../pricing/ratio.ts';

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
  if (!price || !ratio) return 'unknown_price';
  const amount = amountOf(usage, price, ratioOf(ratio, priceModel));
  if (amount === undefined) return 'unknown_price';
  return amount <= maxAmount ? amount : 'amount_out_of_range';
}

function isZero(usage: Usage): boolean {
  const isUnused = tokenClasses.every((name) => usage[name] === 0n) && usage.calls === 0n;
  return isUnused && usage.metered.every(({ quantity }) => quantity === 0n);
}
