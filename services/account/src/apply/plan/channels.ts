import type { Overrides } from '../../channels/overrides.ts';
import type { Channel } from '../../channels/store.ts';
import { showTimeouts, type Timeouts } from '../../channels/timeouts.ts';
import { defaultGroup } from '../../groups/store.ts';
import type { ChannelEntry } from '../document/channels.ts';
import type { Document } from '../document/document.ts';
import type { DrawIds } from './assign-ids.ts';
import { assignIds } from './assign-ids.ts';
import { compare, type Difference, type Kind } from './difference.ts';

const kind: Kind<Channel> = {
  word: 'channel',
  nameOf: ({ name }) => name,
  identify: ({ name }) => name,
  shown: {
    provider: ({ provider }) => provider,
    base_url: ({ baseUrl }) => baseUrl,
    models: ({ models }) =>
      models.map(({ name, upstream }) => (name === upstream ? name : `${name}=${upstream}`)),
    groups: ({ groups }) => groups,
    priority: ({ priority }) => priority,
    weight: ({ weight }) => weight,
    send_request_id: ({ sendRequestId }) => sendRequestId,
    timeouts: ({ timeouts }) => showTimeouts(timeouts),
    vendor: ({ vendor }) => vendor || 'by the host',
    api_version: ({ apiVersion }) => apiVersion || "the upstream's",
    region: ({ region }) => region || 'by the host',
    store: ({ forbidStore }) => (forbidStore ? 'forbidden' : "the client's"),
    'in the file': ({ fromConfig }) => fromConfig,
  },
  // Unreadable credentials differ from any that a file can give, so applying again repairs them.
  hidden: {
    keys: ({ keys }) => JSON.stringify(keys ?? null),
    overrides: ({ overrides }) => JSON.stringify(overrides),
  },
};

export async function planChannels(
  document: Document,
  current: readonly Channel[],
  { prune, drawIds }: { prune: boolean; drawIds: DrawIds },
): Promise<Difference<Channel>> {
  const idOf = new Map(current.map(({ name, id }) => [name, id]));
  const wanted = await assignIds(
    document.channels.map((entry) => ({
      id: idOf.get(entry.name),
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
      fromConfig: true,
    })),
    drawIds,
  );
  return compare(kind, current, wanted, ({ fromConfig }) => prune && fromConfig);
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
