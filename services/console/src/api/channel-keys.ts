import type { ChannelKey } from './channels.ts';
import { ask } from './client.ts';

export type KeyAction = 'enable_key' | 'disable_key' | 'delete_key';
export type AllKeysAction = 'enable_all_keys' | 'disable_all_keys' | 'delete_disabled_keys';

/** Does something to one key; refused where another has its place by now. */
export function changeChannelKey(
  id: number,
  { index, last }: ChannelKey,
  action: KeyAction,
): Promise<unknown> {
  const body = { channel_id: id, action, key_index: index, key_last: last };
  return ask('/api/channel/multi_key/manage', { method: 'POST', body });
}

export function changeChannelKeys(id: number, action: AllKeysAction): Promise<unknown> {
  return ask('/api/channel/multi_key/manage', { method: 'POST', body: { channel_id: id, action } });
}
