import { unitsPerUsd } from '../usd.ts';
import type { Language } from '../users/profile.ts';
import { perUsd } from './quota-display.ts';
import type { Site } from './store.ts';

const unitWords: Record<Language, string> = { en: ' units', zh: ' 单位' };

/** ISO 4217. Of money of the site's own it spells that there is none with three times the letter, and shows the sign of any currency. */
const currencies: Record<string, string> = { CNY: 'CNY', CUSTOM: 'X'.repeat(3) };

/** Quota units as the console shows them: "$1.50", "¥10.95", "¤0.000002"; where it shows units, "750,000 units". */
export function formatQuota(units: bigint, site: Site | undefined, language: Language): string {
  const rate = perUsd(site);
  if (rate === '') return `${new Intl.NumberFormat(language).format(units)}${unitWords[language]}`;
  const amount = (Number(units) / unitsPerUsd) * Number(rate);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currencies[site?.quotaDisplay ?? ''] ?? 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(amount) < 1 ? 6 : 2,
  }).format(amount);
}
