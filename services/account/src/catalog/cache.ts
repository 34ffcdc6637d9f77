import type { GetCatalogResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Log } from '@headgate/runtime/log';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { Knex } from 'knex';
import { listChannels } from '../channels/store.ts';
import { listGroups } from '../groups/store.ts';
import type { AccountMetrics } from '../metrics.ts';
import { listModels } from '../models/store.ts';
import { readSite } from '../site/store.ts';
import { readVersions } from '../versions/store.ts';
import { buildCatalog } from './build.ts';

/** The catalog of one version in memory, credentials opened; replaced when the version moves. */
export interface CatalogCache {
  /**
   * The newest catalog, or its version alone when the caller has that.
   * @param lacking is how many channels were left out of the caller's, as unreadable: with a master key that opens more of
   * them the same version is given again.
   */
  get(afterVersion: bigint, lacking?: number): Promise<GetCatalogResponse>;
  /** The database is at this version: a later one was lost, and its number will be given to another catalog. */
  noteVersion(version: bigint): void;
}

export function createCatalogCache(parts: {
  knex: Knex;
  masterKey: RotatingSecret;
  log: Log;
  metrics: AccountMetrics;
}): CatalogCache {
  const { knex, metrics } = parts;
  let held: { version: bigint; answer: Promise<GetCatalogResponse> } | undefined;
  let unreadable = 0;

  function load(version: bigint): Promise<GetCatalogResponse> {
    const answer = loadCatalog(parts, (count) => {
      unreadable = count;
      metrics.unreadableChannels.set(count);
    });
    const loading = { version, answer };
    held = loading;
    answer.catch(() => {
      if (held === loading) held = undefined;
    });
    return answer;
  }

  return {
    async get(afterVersion, lacking = 0) {
      const { catalogVersion: version } = await readVersions(knex);
      // Not "newer than": a database put back to an earlier state has an older version and is right.
      const isNewest = version === afterVersion;
      if (isNewest && lacking === 0) return { version, unreadableChannels: 0 };
      const answer = await (held?.version === version ? held.answer : load(version));
      return isNewest && answer.unreadableChannels >= lacking
        ? { version, unreadableChannels: lacking }
        : answer;
    },
    noteVersion(version) {
      if (held && held.version > version) held = undefined;
      // Gateways may all have asked other replicas what was mended.
      if (unreadable > 0 && held?.version !== version) load(version).catch(() => undefined);
    },
  };
}

async function loadCatalog(
  { knex, masterKey, log }: Parameters<typeof createCatalogCache>[0],
  onUnreadable: (count: number) => void,
): Promise<GetCatalogResponse> {
  const read = async (snapshot: Knex.Transaction): Promise<GetCatalogResponse> => {
    const { catalogVersion: version } = await readVersions(snapshot);
    const channels = await listChannels(snapshot, masterKey);
    const models = await listModels(snapshot);
    const groups = await listGroups(snapshot);
    const autoGroups = (await readSite(snapshot))?.autoGroups ?? [];
    const unreadable = channels.filter(({ keys }) => keys === undefined).map(({ name }) => name);
    onUnreadable(unreadable.length);
    if (unreadable.length > 0)
      log.error({ channels: unreadable }, 'HEADGATE_MASTER_KEY does not open the credentials of channels');
    const catalog = buildCatalog({ channels, models, groups, autoGroups });
    return { version, catalog, unreadableChannels: unreadable.length };
  };
  return knex.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
