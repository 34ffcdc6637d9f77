import { type ChannelEntry, findMisplacedSecrets } from '../apply/document/channels.ts';
import type { Draft } from '../apply/plan/assign-ids.ts';
import { toChannel } from '../apply/plan/channels.ts';
import { findAliasProblems } from '../apply/problems/find-contradictions.ts';
import { formatPath } from '../apply/problems/problems.ts';
import { refuseProblems } from '../catalog-changes/refuse-problems.ts';
import type { Channel } from './store.ts';

/** A channel as the entry of a file that would make it; times in milliseconds, as when a file has been read. */
export function toEntry(channel: Channel, keys: string[]): ChannelEntry {
  const { connectMs, firstByteMs, idleMs, answerMs } = channel.timeouts;
  return {
    name: channel.name,
    provider: channel.provider,
    vendor: channel.vendor || undefined,
    base_url: channel.baseUrl,
    keys,
    models: channel.models,
    groups: channel.groups,
    priority: channel.priority,
    weight: channel.weight,
    send_request_id: channel.sendRequestId,
    timeouts: { connect: connectMs, first_byte: firstByteMs, idle: idleMs, answer: answerMs },
    api_version: channel.apiVersion || undefined,
    region: channel.region || undefined,
    store: !channel.forbidStore,
    overrides: channel.overrides,
    enabled: channel.enabled,
    tag: channel.tag,
    // Whoever changes one member would take back what is left out here.
  } satisfies Record<keyof ChannelEntry, unknown>;
}

/**
 * The channel that people's entry makes, or what becomes of a known one. Refuses what a file would be refused for.
 * @param at where its members stand in what people sent, for the paths of problems.
 */
export function fromEntry(
  entry: ChannelEntry,
  known: Channel | undefined,
  at: readonly PropertyKey[] = [],
): Draft<Channel> {
  refuseProblems([
    ...findMisplacedSecrets(entry).map(({ path, message }) => ({
      path: formatPath([...at, ...path]),
      message,
    })),
    ...findAliasProblems(entry, at),
  ]);
  return toChannel(entry, known, { fromConfig: known?.fromConfig ?? false });
}
