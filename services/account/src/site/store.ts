import type { Knex } from 'knex';

export interface Site {
  name: string;
  quotaDisplay: string;
  /** What the group `auto` stands for, in this order. */
  autoGroups: string[];
}

interface SiteRow {
  name: string;
  quota_display: string;
  auto_groups: string[];
}

/** What was said of the whole installation, or undefined before any file said something. */
export async function readSite(knex: Knex): Promise<Site | undefined> {
  const row = await knex<SiteRow>('site').first('name', 'quota_display', 'auto_groups');
  return row && { name: row.name, quotaDisplay: row.quota_display, autoGroups: row.auto_groups };
}

export async function writeSite(transaction: Knex.Transaction, site: Site): Promise<void> {
  const row: SiteRow = { name: site.name, quota_display: site.quotaDisplay, auto_groups: site.autoGroups };
  await transaction('site')
    .insert({ only_row: true, ...row })
    .onConflict('only_row')
    .merge();
}
