import type { Knex } from 'knex';

export interface Site {
  name: string;
  quotaDisplay: string;
}

/** The installation's name and display, or undefined before any file named them. */
export async function readSite(knex: Knex): Promise<Site | undefined> {
  const row = await knex<{ name: string; quota_display: string }>('site').first('name', 'quota_display');
  return row && { name: row.name, quotaDisplay: row.quota_display };
}

export async function writeSite(transaction: Knex.Transaction, site: Site): Promise<void> {
  await transaction('site')
    .insert({ only_row: true, name: site.name, quota_display: site.quotaDisplay })
    .onConflict('only_row')
    .merge();
}
