import type { GetCatalogResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Log } from '@headgate/runtime/log';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { Knex } from 'knex';
import type { AccountMetrics } from '../metrics.ts';
import { readVersions } from '../versions/store.ts';
import { buildCatalog } from './build.ts';
import { type CatalogState, readCatalogState } from './state.ts';

/** The catalog of one version in memory, and the rows that it is made of, credentials opened; replaced when the version moves. */
export interface CatalogCache {
  /**
   * The newest catalog, or its version alone when the caller has that.
   * @param lacking is how many channels were left out of the caller's, as unreadable: with a master key that opens more of
   * them the same version is given again.
   */
  get(afterVersion: bigint, lacking?: number): Promise<GetCatalogResponse>;
  /** The rows of the newest version, which are only read: whoever asks next gets the same. */
  rows(): Promise<CatalogState>;
  /** The database is at this version: a later one was lost, and its number will be given to another catalog. */
  noteVersion(version: bigint): void;
}

export function createCatalogCache(parts: {
  knex: Knex;
  masterKey: RotatingSecret;
  log: Log;
  metrics: AccountMetrics;
}): CatalogCache {
  const { knex, log, metrics } = parts;
  let held: Held | undefined;
  let unreadable = 0;

  function load(version: bigint): Held {
    const rows = readCatalogState(parts);
    const answer = rows.then((state) => {
      const found = toAnswer(state, log);
      unreadable = found.unreadableChannels;
      metrics.unreadableChannels.set(unreadable);
      return found;
    });
    const loading = { version, rows, answer };
    held = loading;
    answer.catch(() => {
      if (held === loading) held = undefined;
    });
    return loading;
  }

  const hold = (version: bigint): Held => (held?.version === version ? held : load(version));

  return {
    async get(afterVersion, lacking = 0) {
      const { catalogVersion: version } = await readVersions(knex);
      // Not "newer than": a database put back to an earlier state has an older version and is right.
      const isNewest = version === afterVersion;
      if (isNewest && lacking === 0) return { version, unreadableChannels: 0 };
      const answer = await hold(version).answer;
      return isNewest && answer.unreadableChannels >= lacking
        ? { version, unreadableChannels: lacking }
        : answer;
    },
    async rows() {
      const { catalogVersion: version } = await readVersions(knex);
      const rows = await hold(version).rows;
      // Credentials that are sealed anew, under a key that opens them, count no version up.
      return rows.channels.every(({ keys }) => keys) ? rows : readCatalogState(parts);
    },
    noteVersion(version) {
      if (held && held.version > version) held = undefined;
      // Gateways may all have asked other replicas what was mended.
      if (unreadable > 0 && held?.version !== version) load(version).answer.catch(() => undefined);
    },
  };
}

interface Held {
  version: bigint;
  rows: Promise<CatalogState>;
  answer: Promise<GetCatalogResponse>;
}

function toAnswer({ versions, ...rows }: CatalogState, log: Log): GetCatalogResponse {
  const unreadable = rows.channels.filter(({ keys }) => keys === undefined).map(({ name }) => name);
  if (unreadable.length > 0)
    log.error({ channels: unreadable }, 'HEADGATE_MASTER_KEY does not open the credentials of channels');
  const { catalogVersion: version } = versions;
  return { version, catalog: buildCatalog(rows), unreadableChannels: unreadable.length };
}
