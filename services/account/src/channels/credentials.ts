import { createHash } from 'node:crypto';
import type { Channel } from './store.ts';

/** What a credential that is off is known by. */
export function hashCredential(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The credentials that are on; undefined when none can be read. */
export function enabledKeys({ keys, disabledKeys }: Pick<Channel, 'keys' | 'disabledKeys'>) {
  if (disabledKeys.length === 0) return keys;
  return keys?.filter((key) => !disabledKeys.includes(hashCredential(key)));
}

/** Of the hashes of credentials that are off, those that the channel still has. */
export function keepHashes(hashes: readonly string[], keys: readonly string[]): string[] {
  if (hashes.length === 0) return [];
  const known = new Set(keys.map(hashCredential));
  return hashes.filter((hash) => known.has(hash));
}

/** Whether a channel serves anybody: it is on, and so is one of its credentials where it has any. */
export function isServing(channel: Pick<Channel, 'enabled' | 'keys' | 'disabledKeys'>): boolean {
  const { enabled, keys } = channel;
  if (!enabled || !keys) return false;
  return keys.length === 0 || enabledKeys(channel)?.length !== 0;
}
