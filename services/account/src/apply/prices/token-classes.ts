import type { PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { TokenPrices } from '../document/models.ts';

/** What tokens cost as the ledger says it: decimals by class, of a row or of one of its tiers. */
export type Rates = Omit<PriceTier, 'above'>;

/** A class of tokens in the words of the file and of the ledger, and what it costs as where a row does not say; absent: nothing. */
interface ClassOfTokens {
  member: keyof TokenPrices;
  rate: keyof Rates;
  like?: keyof Rates;
}

/** In the order in which people read them. */
export const tokenClasses: readonly ClassOfTokens[] = [
  { member: 'input', rate: 'input' },
  { member: 'cache_read', rate: 'cacheRead', like: 'input' },
  { member: 'cache_write', rate: 'cacheWrite', like: 'input' },
  { member: 'cache_write_1h', rate: 'cacheWrite1h', like: 'cacheWrite' },
  { member: 'output', rate: 'output' },
  { member: 'reasoning', rate: 'reasoning', like: 'output' },
  { member: 'audio_input', rate: 'audioInput', like: 'input' },
  { member: 'image_input', rate: 'imageInput', like: 'input' },
  { member: 'audio_output', rate: 'audioOutput', like: 'output' },
];

/** What a class costs where nobody names it. */
export function usualRate(rates: Rates, { like }: ClassOfTokens): string {
  return like === undefined ? '0' : rates[like];
}
