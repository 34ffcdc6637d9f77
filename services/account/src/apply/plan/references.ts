import { findPriceModel } from '../../catalog/price-model.ts';
import { followChain, upstreamsOf } from '../../channels/chain.ts';
import type { Channel, ChannelModel } from '../../channels/store.ts';
import { autoGroup, type Group } from '../../groups/store.ts';
import type { Key } from '../../keys/store.ts';
import type { Model } from '../../models/store.ts';
import type { User } from '../../users/store.ts';
import { because, type Cause } from '../problems/cause.ts';
import type { Problem } from '../problems/problems.ts';

/** Everything that will be there after the change. */
export interface FinalRows {
  autoGroups: readonly string[];
  groups: readonly Group[];
  models: readonly Model[];
  channels: readonly Channel[];
  users: readonly User[];
  keys: readonly Key[];
}

/** Names that would point nowhere after the change, whether the file or an earlier one says them. */
export function findDanglingReferences(rows: FinalRows): Problem[] {
  const { autoGroups, groups, models, channels, users, keys } = rows;
  const groupNames = new Set(groups.map(({ name }) => name));
  const priced = new Set(models.map(({ name }) => name));
  const served = new Set(channels.flatMap((channel) => channel.models.map(({ name }) => name)));
  const missing = (group: string | null): string[] =>
    group === null || groupNames.has(group) ? [] : [`there is no group "${group}"`];
  const missingOrAuto = (group: string | null): string[] => {
    if (group !== autoGroup) return missing(group);
    return autoGroups.length > 0 ? [] : ['the group "auto" stands for nothing: the site has no auto_groups'];
  };
  return [
    ...say('site.auto_groups', autoGroups.flatMap(missing)),
    ...models.flatMap(({ name, fallbacks }) => {
      const unknown = fallbacks.filter((fallback) => !priced.has(fallback) && !served.has(fallback));
      return unknown.map((fallback) => ({
        path: `model ${name}`,
        message: `there is no model "${fallback}" to fall back to`,
        cause: because('fallback_unknown', { model: name, fallback }),
      }));
    }),
    ...channels.flatMap((channel) => [
      ...channel.groups.flatMap((group) =>
        say(
          `channel ${channel.name}`,
          missing(group),
          because('channel_group_unknown', { channel: channel.name, group }),
        ),
      ),
      ...chainsOf(channel.models).flatMap((chain) =>
        findPriceModel(priced, chain) ? [] : [sayUnpriced(channel.name, chain)],
      ),
    ]),
    ...users.flatMap((user) => say(`user ${user.username}`, missingOrAuto(user.group))),
    ...keys.flatMap((key) => say(`key ${key.name}`, missingOrAuto(key.group))),
    ...findSharedTexts(keys),
  ];
}

function chainsOf(models: readonly ChannelModel[]): string[][] {
  const upstreamOf = upstreamsOf(models);
  return models.map(({ name }) => followChain(upstreamOf, name));
}

function say(path: string, messages: readonly string[], cause?: Cause): Problem[] {
  return messages.map((message) => ({ path, message, cause }));
}

function sayUnpriced(channel: string, [model = '', ...others]: readonly string[]): Problem {
  const path = `channel ${channel}`;
  if (others.length === 0) {
    const cause = because('channel_model_unpriced', { channel, model });
    return { path, message: `there is no price for model "${model}"`, cause };
  }
  const upstreams = others.map((upstream) => `"${upstream}"`).join(', ');
  const message = `there is a price neither for model "${model}" nor for its upstream name ${upstreams}`;
  return { path, message, cause: because('channel_upstream_unpriced', { channel, model, upstreams }) };
}

/** One text can be one key only. The texts themselves stay unsaid. */
function findSharedTexts(keys: readonly Key[]): Problem[] {
  const owners = new Map<string, Key>();
  return keys.flatMap((key) => {
    const text = key.hash?.toString('hex') ?? '';
    const other = owners.get(text);
    owners.set(text, key);
    return other ? [{ path: `key ${key.name}`, message: `key ${other.name} already has this text` }] : [];
  });
}
