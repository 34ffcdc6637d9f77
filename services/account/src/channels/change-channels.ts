import { changeCatalog } from '../catalog-changes/change-catalog.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { fromEntry, toEntry } from './entry.ts';
import { type ChannelChanges, mergeChanges, namesKeys } from './fields.ts';
import { findChannel, requireKeys } from './find.ts';
import type { Channel } from './store.ts';

/** Changes one channel by the members of an entry. */
export async function changeChannel(
  context: Context,
  act: Act<User>,
  id: bigint,
  changes: ChannelChanges,
): Promise<Channel> {
  const after = await changeCatalog(context, act, ({ channels }) => {
    const known = findChannel(channels, id);
    const isReplaced = namesKeys(changes) && changes.key_mode !== 'append';
    const keys = isReplaced ? (known.keys ?? []) : requireKeys(known).keys;
    if (!isReplaced) refuseToSendElsewhere(act.actor, known, changes);
    return { channels: [fromEntry(mergeChanges(toEntry(known, keys), changes), known)] };
  });
  return findChannel(after.channels, id);
}

/** Credentials are root's alone to see; a channel that led to another host would hand them to whoever it belongs to. */
function refuseToSendElsewhere(
  { role }: User,
  { baseUrl }: Channel,
  { base_url: next = baseUrl }: ChannelChanges,
): void {
  if (role === 'root' || new URL(next).origin === new URL(baseUrl).origin) return;
  refuse('channel_host_moved', 'base_url');
}

/** Changes the same of several channels, and returns of how many it was asked. */
export async function changeChannels(
  context: Context,
  act: Act<User>,
  isMeant: (channel: Channel) => boolean,
  changes: ChannelChanges,
): Promise<number> {
  let count = 0;
  await changeCatalog(context, act, ({ channels }) => {
    const meant = channels.filter(isMeant).map(requireKeys);
    count = meant.length;
    return {
      channels: meant.map((known) => fromEntry(mergeChanges(toEntry(known, known.keys), changes), known)),
    };
  });
  return count;
}

/** Deletes channels, and returns how many there were. */
export async function deleteChannelsWhere(
  context: Context,
  act: Act<User>,
  isMeant: (channel: Channel) => boolean,
): Promise<number> {
  let count = 0;
  await changeCatalog(context, act, ({ channels }) => {
    const removedChannels = channels.filter(isMeant).map(({ id }) => id);
    count = removedChannels.length;
    return { removedChannels };
  });
  return count;
}
