import { findPriceModel } from '../../catalog/price-model.ts';
import { followChain, upstreamsOf } from '../../channels/chain.ts';
import type { Channel, ChannelModel } from '../../channels/store.ts';
import { autoGroup, type Group } from '../../groups/store.ts';
import type { Key } from '../../keys/store.ts';
import type { Model } from '../../models/store.ts';
import type { User } from '../../users/store.ts';
import { because } from '../problems/cause.ts';
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
  const known: Known = {
    groups: namesOf(groups),
    isAutoKnown: autoGroups.length > 0,
    priced: namesOf(models),
    served: namesOf(channels.flatMap((channel) => channel.models)),
  };
  return [
    ...findInSite(autoGroups, known),
    ...models.flatMap((model) => findInModel(model, known)),
    ...channels.flatMap((channel) => findInChannel(channel, known)),
    ...users.flatMap(({ username, group }) => findInGroup(`user ${username}`, group, known)),
    ...keys.flatMap(({ name, group }) => findInGroup(`key ${name}`, group, known)),
    ...findSharedTexts(keys),
  ];
}

/** Names that something stands behind. */
interface Known {
  groups: ReadonlySet<string>;
  /** Whether the group `auto` stands for others. */
  isAutoKnown: boolean;
  priced: ReadonlySet<string>;
  served: ReadonlySet<string>;
}

function findInSite(autoGroups: readonly string[], { groups }: Known): Problem[] {
  const unknown = autoGroups.filter((group) => !groups.has(group));
  return unknown.map((group) => ({ path: 'site.auto_groups', message: sayUnknownGroup(group) }));
}

function findInModel({ name, fallbacks }: Model, { priced, served }: Known): Problem[] {
  const unknown = fallbacks.filter((fallback) => !priced.has(fallback) && !served.has(fallback));
  return unknown.map((fallback) => ({
    path: `model ${name}`,
    message: `there is no model "${fallback}" to fall back to`,
    cause: because('fallback_unknown', { model: name, fallback }),
  }));
}

function findInChannel({ name, models, ...channel }: Channel, { groups, priced }: Known): Problem[] {
  const unknown = channel.groups.filter((group) => !groups.has(group));
  const unpriced = chainsOf(models).filter((chain) => !findPriceModel(priced, chain));
  return [
    ...unknown.map((group) => ({
      path: `channel ${name}`,
      message: sayUnknownGroup(group),
      cause: because('channel_group_unknown', { channel: name, group }),
    })),
    ...unpriced.map((chain) => sayUnpriced(name, chain)),
  ];
}

/** Of a user or a key, whose group may be `auto` as well, or none. */
function findInGroup(path: string, group: string | null, { groups, isAutoKnown }: Known): Problem[] {
  if (group === null) return [];
  if (group !== autoGroup) return groups.has(group) ? [] : [{ path, message: sayUnknownGroup(group) }];
  const message = 'the group "auto" stands for nothing: the site has no auto_groups';
  return isAutoKnown ? [] : [{ path, message }];
}

function sayUnknownGroup(group: string): string {
  return `there is no group "${group}"`;
}

function namesOf(rows: readonly { name: string }[]): Set<string> {
  return new Set(rows.map(({ name }) => name));
}

function chainsOf(models: readonly ChannelModel[]): string[][] {
  const upstreamOf = upstreamsOf(models);
  return models.map(({ name }) => followChain(upstreamOf, name));
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
