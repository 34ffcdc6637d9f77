import type { Knex } from 'knex';
import { autoGroup } from '../groups/store.ts';
import { listUsableGroups, refuseIdleAuto } from '../groups/usable.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import type { KeyFields } from './fields.ts';
import type { Key } from './store.ts';

/**
 * Refuses what names a group or a model that this user cannot give to a key, and times that have passed, but for what the key had
 * `before`: whoever writes back all of it changes nothing of that.
 */
export async function checkFields(
  knex: Knex,
  actor: User,
  fields: Partial<KeyFields>,
  before?: Key,
): Promise<void> {
  const { expired_time: expires, unlimited_quota: unlimited, remain_quota: remain } = fields;
  const group = fields.group === before?.group ? undefined : fields.group;
  if (group && !(await listUsableGroups(knex, actor)).includes(group))
    refuse('group_not_yours', 'group', { name: group });
  if (group === autoGroup) await refuseIdleAuto(knex);
  const isOther = expires !== undefined && BigInt(expires) !== before?.expiresAt;
  if (isOther && expires >= 0 && expires * 1_000 <= Date.now()) refuse('expiry_passed', 'expired_time');
  if (unlimited && remain) refuse('quota_without_limit', 'remain_quota');
  await refuseUnknownModels(knex, fields, before);
}

async function refuseUnknownModels(
  knex: Knex,
  { models = [], model_limits = {} }: Partial<KeyFields>,
  before: Key | undefined,
): Promise<void> {
  const had = new Set([...(before?.models ?? []), ...Object.keys(before?.modelLimits ?? {})]);
  const named = [...new Set([...models, ...Object.keys(model_limits)]).difference(had)];
  if (named.length === 0) return;
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select name from models where name = any(?)
     union select entry->>'name' from channels, jsonb_array_elements(channels.models) as entry
       where entry->>'name' = any(?)`,
    [named, named],
  );
  const known = new Set(rows.map(({ name }) => name));
  const unknown = named.find((model) => !known.has(model));
  if (unknown !== undefined) refuse('model_unknown', 'models', { name: unknown });
}
