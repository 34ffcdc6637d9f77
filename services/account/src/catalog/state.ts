import type { Knex } from 'knex';
import { type Channel, listChannels } from '../channels/store.ts';
import type { Context } from '../context.ts';
import { type Group, listGroups } from '../groups/store.ts';
import { listModels, type Model } from '../models/store.ts';
import { readSite } from '../site/store.ts';
import { readVersions, type Versions } from '../versions/store.ts';

/** The rows of the catalog at one moment. */
export interface CatalogState {
  versions: Versions;
  autoGroups: readonly string[];
  groups: Group[];
  models: Model[];
  channels: Channel[];
}

export function readCatalogState({
  knex,
  masterKey,
}: Pick<Context, 'knex' | 'masterKey'>): Promise<CatalogState> {
  const read = async (snapshot: Knex.Transaction): Promise<CatalogState> => ({
    versions: await readVersions(snapshot),
    autoGroups: (await readSite(snapshot))?.autoGroups ?? [],
    groups: await listGroups(snapshot),
    models: await listModels(snapshot),
    channels: await listChannels(snapshot, masterKey),
  });
  return knex.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
