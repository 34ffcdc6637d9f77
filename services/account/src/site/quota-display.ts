import type { Site } from './store.ts';

export const quotaDisplays = ['USD', 'CNY', 'TOKENS', 'CUSTOM'] as const;

/** What one US dollar of quota is shown as; empty where quota units are shown. */
export function perUsd(site: Pick<Site, 'quotaDisplay' | 'usdRate' | 'customRate'> | undefined): string {
  switch (site?.quotaDisplay) {
    case 'CNY':
      return site.usdRate;
    case 'CUSTOM':
      return site.customRate;
    case 'TOKENS':
      return '';
    default:
      return '1';
  }
}
