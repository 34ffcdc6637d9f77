import {
  UsageFilter_Outcome as Outcome,
  type UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Binding } from '@headgate/runtime/postgres/rows';
import { firstIdAt } from '../partitions/months.ts';

/** A part of a statement with what stands for its `?`. */
export interface Sql {
  text: string;
  bindings: readonly Binding[];
}

export function sql(text: string, ...bindings: Binding[]): Sql {
  return { text, bindings };
}

/** What must all hold; nothing: true. */
export function all(conditions: readonly (Sql | undefined)[]): Sql {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    text: given.map(({ text }) => `(${text})`).join(' and ') || 'true',
    bindings: given.flatMap(({ bindings }) => bindings),
  };
}

/** Ids that were made within a time; 0: no bound. */
export function madeWithin(fromMs: bigint, untilMs: bigint): Sql {
  return all([
    fromMs > 0n ? sql('id >= ?', firstIdAt(Number(fromMs))) : undefined,
    untilMs > 0n ? sql('id < ?', firstIdAt(Number(untilMs))) : undefined,
  ]);
}

/** What a filter says of requests, but for time, user and key. */
export function ofRequest({ model, group, channelId, outcome }: UsageFilter): Sql {
  return all([
    model === '' ? undefined : sql('model = ?', model),
    group === '' ? undefined : sql('group_name = ?', group),
    channelId === undefined ? undefined : sql('channel_id = ?', channelId),
    outcome === Outcome.SERVED ? sql(`usage_source <> 'none'`) : undefined,
    outcome === Outcome.FAILED ? sql(`usage_source = 'none'`) : undefined,
  ]);
}

/** Whose requests a filter means. */
export function ofOwner({ userIds, keyIds }: UsageFilter): Sql {
  return all([
    userIds.length > 0 ? sql('user_id = any (?::bigint[])', userIds) : undefined,
    keyIds.length > 0 ? sql('key_id = any (?::bigint[])', keyIds) : undefined,
  ]);
}

/**
 * A query on usage for each key or user that is meant, so that each goes along its own index from the newest on; of
 * all of them where none is named.
 */
export function perOwner({ userIds, keyIds }: UsageFilter, query: (owner: Sql) => Sql): Sql {
  const [name, ids] = keyIds.length > 0 ? ['key_id', keyIds] : ['user_id', userIds];
  if (ids.length === 0) return query(sql('true'));
  if (ids.length === 1) return query(sql(`${name} = ?`, ids[0] ?? null));
  const { text, bindings } = query(sql(`${name} = owner.id`));
  return sql(
    `select own.* from unnest(?::bigint[]) as owner (id), lateral (${text}) as own`,
    ids,
    ...bindings,
  );
}
