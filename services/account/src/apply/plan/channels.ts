import { keepHashes } from '../../channels/credentials.ts';
import type { Overrides } from '../../channels/overrides.ts';
import type { Channel } from '../../channels/store.ts';
import { showTimeouts, type Timeouts } from '../../channels/timeouts.ts';
import { defaultGroup } from '../../groups/store.ts';
import type { ChannelEntry } from '../document/channels.ts';
import type { Document } from '../document/document.ts';
import { assignIds, type Draft, type DrawIds } from './assign-ids.ts';
import { compare, type Difference, type Kind } from './difference.ts';

export const channelKind: Kind<Channel> = {
  word: 'channel',
  nameOf: ({ name }) => name,
  identify: ({ id }) => String(id),
  shown: {
    name: ({ name }) => name,
    provider: ({ provider }) => provider,
    base_url: ({ baseUrl }) => baseUrl,
    models: ({ models }) =>
      models.map(({ name, upstream }) => (name === upstream ? name : ([name, upstream] as const))),
    groups: ({ groups }) => groups,
    priority: ({ priority }) => priority,
    weight: ({ weight }) => weight,
    send_request_id: ({ sendRequestId }) => sendRequestId,
    timeouts: ({ timeouts }) => showTimeouts(timeouts),
    vendor: ({ vendor }) => vendor || 'by the host',
    api_version: ({ apiVersion }) => apiVersion || "the upstream's",
    region: ({ region }) => region || 'by the host',
    store: ({ forbidStore }) => (forbidStore ? 'forbidden' : "the client's"),
    enabled: ({ enabled }) => enabled,
    tag: ({ tag }) => (tag === '' ? [] : [tag]),
    'keys that are off': ({ disabledKeys }) => disabledKeys.length,
    'in the file': ({ fromConfig }) => fromConfig,
  },
  // Unreadable credentials differ from any that a file can give, so applying again repairs them.
  hidden: {
    keys: ({ keys }) => JSON.stringify(keys ?? null),
    overrides: ({ overrides }) => JSON.stringify(overrides),
    'which keys are off': ({ disabledKeys }) => disabledKeys.join(),
  },
};

export async function planChannels(
  document: Document,
  current: readonly Channel[],
  { prune, drawIds }: { prune: boolean; drawIds: DrawIds },
): Promise<Difference<Channel>> {
  const known = new Map(current.map((channel) => [channel.name, channel]));
  const rows = document.channels.map((entry) =>
    toChannel(entry, known.get(entry.name), { fromConfig: true }),
  );
  const wanted = await assignIds(rows, drawIds);
  return compare(channelKind, current, wanted, ({ fromConfig }) => prune && fromConfig);
}

/** What an entry leaves out of a channel that people switch and sort stays as it is; everything else has its default. */
export function toChannel(
  entry: ChannelEntry,
  known: Channel | undefined,
  { fromConfig }: Pick<Channel, 'fromConfig'>,
): Draft<Channel> {
  return {
    id: known?.id,
    name: entry.name,
    provider: entry.provider,
    baseUrl: entry.base_url,
    keys: entry.keys,
    models: entry.models,
    groups: entry.groups ?? [defaultGroup],
    priority: entry.priority ?? 0,
    weight: entry.weight ?? 1,
    sendRequestId: entry.send_request_id ?? true,
    timeouts: toTimeouts(entry),
    vendor: entry.vendor ?? '',
    apiVersion: entry.api_version ?? '',
    region: entry.region ?? '',
    forbidStore: entry.store === false,
    overrides: toOverrides(entry),
    enabled: entry.enabled ?? known?.enabled ?? true,
    tag: entry.tag ?? known?.tag ?? '',
    disabledKeys: keepHashes(known?.disabledKeys ?? [], entry.keys),
    fromConfig,
  };
}

function toTimeouts({ timeouts = {} }: ChannelEntry): Timeouts {
  const { connect: connectMs, first_byte: firstByteMs, idle: idleMs, answer: answerMs } = timeouts;
  return {
    ...(connectMs !== undefined && { connectMs }),
    ...(firstByteMs !== undefined && { firstByteMs }),
    ...(idleMs !== undefined && { idleMs }),
    ...(answerMs !== undefined && { answerMs }),
  };
}

/** In one order, whatever the file's is: it is compared as text. */
function toOverrides({ overrides: { parameters, headers, statuses } = {} }: ChannelEntry): Overrides {
  return {
    ...(parameters && { parameters }),
    ...(headers && { headers }),
    ...(statuses && { statuses }),
  };
}
