import type { GroupRatio, Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Knex } from 'knex';
import type { Draft } from '../apply/plan/assign-ids.ts';
import type { Channel } from '../channels/store.ts';
import type { Group } from '../groups/store.ts';
import type { Model } from '../models/store.ts';

/** What somebody wants of the catalog. Whatever it does not name stays as it is. */
export interface CatalogEdit {
  /** As they are to be; new ones have no id. */
  channels?: readonly Draft<Channel>[];
  models?: readonly Model[];
  groups?: readonly Group[];
  removedChannels?: readonly bigint[];
  removedModels?: readonly string[];
  removedGroups?: readonly string[];
  prices?: readonly Price[];
  ratios?: readonly GroupRatio[];
  /**
   * Looks at what only the transaction sees, and at prices and ratios while nobody else tells any: refuses by throwing, and answers
   * `stale` where the edit was made of what has changed since.
   */
  check?: (transaction: Knex.Transaction) => Promise<unknown>;
}
