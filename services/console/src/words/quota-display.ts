import type { SiteStatus } from '../api/status.ts';
import type { QuotaDisplay } from './format.ts';

/** How ISO 4217 spells that there is none: three times the letter, which would be read as something left undone. */
const noCurrency = 'X'.repeat(3);

/** What the site shows quota as. Of money of its own it says no name: that has the sign of any currency, "¤". */
export function quotaDisplayOf(
  site: Pick<SiteStatus, 'quota_display_type' | 'usd_exchange_rate' | 'custom_exchange_rate'>,
): QuotaDisplay {
  switch (site.quota_display_type) {
    case 'TOKENS':
      return 'units';
    case 'CNY':
      return { currency: 'CNY', perUsd: Number(site.usd_exchange_rate) };
    case 'CUSTOM':
      return { currency: noCurrency, perUsd: Number(site.custom_exchange_rate) };
    default:
      return { currency: 'USD', perUsd: 1 };
  }
}
