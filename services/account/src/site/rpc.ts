import type { GetSiteResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Context } from '../context.ts';
import { readVersions } from '../versions/store.ts';
import { perUsd } from './quota-display.ts';
import { readSite } from './store.ts';

/** What is said of the whole installation. The version is read first: the answer is at least as new. */
export async function getSite({ knex }: Pick<Context, 'knex'>): Promise<GetSiteResponse> {
  const { catalogVersion } = await readVersions(knex);
  return { perUsd: perUsd(await readSite(knex)), catalogVersion };
}
