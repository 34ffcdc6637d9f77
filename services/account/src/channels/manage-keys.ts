import { changeCatalog } from '../catalog-changes/change-catalog.ts';
import type { Context } from '../context.ts';
import { showKey } from '../keys/text.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { enabledKeys, hashCredential, keepHashes } from './credentials.ts';
import { findChannel, requireKeys } from './find.ts';
import type { Channel } from './store.ts';

export const keyActions = [
  'get_key_status',
  'disable_key',
  'enable_key',
  'delete_key',
  'enable_all_keys',
  'disable_all_keys',
  'delete_disabled_keys',
] as const;

type KeyAction = (typeof keyActions)[number];
/** A key by its place, and how it ends where that was said: another may have its place by now. */
interface Choice {
  index: number | undefined;
  last?: string | undefined;
}
type Credentials = Pick<Channel, 'disabledKeys'> & { keys: string[] };

/** Does something about single credentials of a channel, and returns it as it is then. */
export async function manageKeys(
  context: Context,
  act: Act<User>,
  { id, action, ...choice }: { id: bigint; action: KeyAction } & Choice,
): Promise<Channel> {
  const after = await changeCatalog(context, act, ({ channels }) => {
    const channel = requireKeys(findChannel(channels, id));
    if (action === 'get_key_status') return {};
    const { keys, disabledKeys } = changed(channel, action, choice);
    if (keys.length === 0 && channel.keys.length > 0) refuse('channel_key_last');
    return { channels: [{ ...channel, keys, disabledKeys: keepHashes(disabledKeys, keys) }] };
  });
  return findChannel(after.channels, id);
}

function changed(
  channel: Credentials,
  action: Exclude<KeyAction, 'get_key_status'>,
  choice: Choice,
): Credentials {
  const { keys, disabledKeys } = channel;
  const chosen = () => hashCredential(findKey(keys, choice));
  switch (action) {
    case 'disable_key':
      return { keys, disabledKeys: [...new Set([...disabledKeys, chosen()])] };
    case 'enable_key': {
      const hash = chosen();
      return { keys, disabledKeys: disabledKeys.filter((one) => one !== hash) };
    }
    case 'delete_key': {
      const hash = chosen();
      return { keys: keys.filter((key) => hashCredential(key) !== hash), disabledKeys };
    }
    case 'enable_all_keys':
      return { keys, disabledKeys: [] };
    case 'disable_all_keys':
      return { keys, disabledKeys: keys.map(hashCredential) };
    case 'delete_disabled_keys':
      return { keys: enabledKeys(channel) ?? keys, disabledKeys };
    default:
      return action satisfies never;
  }
}

function findKey(keys: readonly string[], { index, last }: Choice): string {
  const key = keys[index ?? -1] ?? refuse('channel_key_missing', 'key_index');
  if (last === undefined || showKey(key).suffix === last) return key;
  return refuse('channel_keys_changed', 'key_last');
}
