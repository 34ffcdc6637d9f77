import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { open, seal } from '@headgate/runtime/seal';
import type { Knex } from 'knex';
import { upsertRows } from '../upsert-rows.ts';
import type { Overrides } from './overrides.ts';
import type { Timeouts } from './timeouts.ts';

/** A configured credential at an upstream, and what it serves. */
export interface Channel {
  id: bigint;
  name: string;
  provider: string;
  baseUrl: string;
  /** The credentials in plain text; undefined when the master key does not open them. */
  keys: string[] | undefined;
  models: ChannelModel[];
  groups: string[];
  priority: number;
  weight: number;
  sendRequestId: boolean;
  timeouts: Timeouts;
  /** Which service stands behind a general kind of upstream; empty: told by the host, or unknown. */
  vendor: string;
  /** A dated version of the API; empty: the upstream's usual one. */
  apiVersion: string;
  /** Where credentials are good; empty: told by the host. */
  region: string;
  /** The upstream must keep nothing. */
  forbidStore: boolean;
  overrides: Overrides;
  /** Gateways know nothing of a channel that is off. */
  enabled: boolean;
  /** For people to find and switch channels together; empty: none. */
  tag: string;
  /** Hashes of the credentials that are off. */
  disabledKeys: string[];
  fromConfig: boolean;
}

export interface ChannelModel {
  /** What clients call it. */
  name: string;
  /** What the upstream calls it. */
  upstream: string;
}

interface ChannelRow {
  id: bigint;
  name: string;
  provider: string;
  base_url: string;
  sealed_keys: Buffer[];
  models: ChannelModel[];
  groups: string[];
  priority: number;
  weight: number;
  send_request_id: boolean;
  timeouts: Timeouts;
  vendor: string;
  api_version: string;
  region: string;
  forbid_store: boolean;
  overrides: Overrides;
  enabled: boolean;
  tag: string;
  disabled_keys: string[];
  from_config: boolean;
}

export async function listChannels(knex: Knex, masterKey: RotatingSecret): Promise<Channel[]> {
  const rows = await knex<ChannelRow>('channels').select().orderBy('id');
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    provider: row.provider,
    baseUrl: row.base_url,
    keys: openAll(masterKey, row),
    models: row.models,
    groups: row.groups,
    priority: row.priority,
    weight: row.weight,
    sendRequestId: row.send_request_id,
    timeouts: row.timeouts,
    vendor: row.vendor,
    apiVersion: row.api_version,
    region: row.region,
    forbidStore: row.forbid_store,
    overrides: row.overrides,
    enabled: row.enabled,
    tag: row.tag,
    disabledKeys: row.disabled_keys,
    fromConfig: row.from_config,
  }));
}

/** Writes channels whose credentials are known; they are sealed anew each time. */
export async function upsertChannels(
  transaction: Knex.Transaction,
  masterKey: RotatingSecret,
  channels: readonly Channel[],
): Promise<void> {
  if (channels.length === 0) return;
  const rows = channels.map((channel) => ({
    id: channel.id,
    name: channel.name,
    provider: channel.provider,
    base_url: channel.baseUrl,
    sealed_keys: (channel.keys ?? []).map((key) => seal(masterKey, channelPlace(channel.id), key)),
    models: JSON.stringify(channel.models),
    groups: channel.groups,
    priority: channel.priority,
    weight: channel.weight,
    send_request_id: channel.sendRequestId,
    timeouts: JSON.stringify(channel.timeouts),
    vendor: channel.vendor,
    api_version: channel.apiVersion,
    region: channel.region,
    forbid_store: channel.forbidStore,
    overrides: JSON.stringify(channel.overrides),
    enabled: channel.enabled,
    tag: channel.tag,
    disabled_keys: channel.disabledKeys,
    from_config: channel.fromConfig,
  }));
  await upsertRows(transaction, 'channels', 'id', rows);
}

export async function deleteChannels(
  transaction: Knex.Transaction,
  channels: readonly Pick<Channel, 'id'>[],
): Promise<void> {
  if (channels.length === 0) return;
  const ids = channels.map(({ id }) => String(id));
  await transaction<ChannelRow>('channels').whereRaw('id = any(?)', [ids]).delete();
}

function openAll(masterKey: RotatingSecret, row: ChannelRow): string[] | undefined {
  const keys: string[] = [];
  for (const sealed of row.sealed_keys) {
    const key = open(masterKey, channelPlace(row.id), sealed);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys;
}

/** Where the credentials of a channel are sealed for. */
export function channelPlace(id: bigint): string {
  return `channel:${id}`;
}
