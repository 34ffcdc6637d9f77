import { buffer } from 'node:stream/consumers';
import type { Media } from '../task/task.ts';
import type { Store } from './store.ts';

/** All that one answer holds: more is had at addresses. */
const mostBytes = 20 * 1024 * 1024;

/** Results as base64, in their order; undefined for one that the store does not have, or that an answer has no room for. */
export async function readBase64(
  store: Pick<Store, 'find' | 'read'>,
  media: readonly Media[],
): Promise<(string | undefined)[]> {
  let left = mostBytes;
  const read: (string | undefined)[] = [];
  for (const { key } of media) {
    const sizeBytes = key === undefined ? undefined : (await store.find(key))?.sizeBytes;
    const fits = key !== undefined && sizeBytes !== undefined && sizeBytes <= left;
    const stream = fits ? await store.read(key) : undefined;
    if (stream) left -= sizeBytes ?? 0;
    read.push(stream && (await buffer(stream)).toString('base64'));
  }
  return read;
}
