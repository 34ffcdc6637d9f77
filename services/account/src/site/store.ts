import type { Knex } from 'knex';

export interface Site {
  name: string;
  quotaDisplay: string;
  /** What a US dollar of quota is shown as with CNY, and with CUSTOM: decimal numbers. */
  usdRate: string;
  customRate: string;
  /** What the group `auto` stands for, in this order. */
  autoGroups: string[];
}

interface SiteRow {
  name: string;
  quota_display: string;
  usd_rate: string;
  custom_rate: string;
  auto_groups: string[];
}

/** What was said of the whole installation, or undefined before any file said something. */
export async function readSite(knex: Knex): Promise<Site | undefined> {
  const row = await knex<SiteRow>('site').first(
    'name',
    'quota_display',
    'usd_rate',
    'custom_rate',
    'auto_groups',
  );
  return (
    row && {
      name: row.name,
      quotaDisplay: row.quota_display,
      usdRate: row.usd_rate,
      customRate: row.custom_rate,
      autoGroups: row.auto_groups,
    }
  );
}

export async function writeSite(transaction: Knex.Transaction, site: Site): Promise<void> {
  const row: SiteRow = {
    name: site.name,
    quota_display: site.quotaDisplay,
    usd_rate: site.usdRate,
    custom_rate: site.customRate,
    auto_groups: site.autoGroups,
  };
  await transaction('site')
    .insert({ only_row: true, ...row })
    .onConflict('only_row')
    .merge();
}
