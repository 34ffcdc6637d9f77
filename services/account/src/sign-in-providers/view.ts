import type { Knex } from 'knex';
import { z } from 'zod';

/** What whoever wants to sign in is told of a provider. */
export const providerView = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.string(),
  client_id: z.string(),
  /** Where a browser is sent. */
  start_url: z.string(),
});

export async function listProviderViews(knex: Knex): Promise<z.input<typeof providerView>[]> {
  const rows = await knex('sign_in_providers').orderBy('id').select('slug', 'name', 'kind', 'client_id');
  return rows.map((row) => ({ ...row, start_url: `/api/oauth/${row.slug}/start` }));
}
