import { ask } from './client.ts';

/** What is done to several channels at once; each answers how many there were. */

export function switchChannels(ids: readonly number[], enabled: boolean): Promise<number> {
  return ask(`/api/channel/batch/${enabled ? 'enabled' : 'disabled'}`, { method: 'POST', body: { ids } });
}

export function deleteChannels(ids: readonly number[]): Promise<number> {
  return ask('/api/channel/batch', { method: 'POST', body: { ids } });
}

/** An empty tag is none. */
export function tagChannels(ids: readonly number[], tag: string): Promise<number> {
  return ask('/api/channel/batch/tag', { method: 'POST', body: { ids, tag } });
}

export function switchTag(tag: string, enabled: boolean): Promise<number> {
  return ask(`/api/channel/tag/${enabled ? 'enabled' : 'disabled'}`, { method: 'POST', body: { tag } });
}

/** What is left out stays as it is at each of them. */
export interface TagChanges {
  new_tag?: string;
  models?: string[];
  groups?: string[];
  priority?: number;
  weight?: number;
}

export function changeTag(tag: string, changes: TagChanges): Promise<number> {
  return ask('/api/channel/tag', { method: 'PUT', body: { tag, ...changes } });
}
