import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { ask } from './client.ts';

export const groupsKey = ['groups'];

/** The names of all groups. */
export const groupNamesQuery = queryOptions({
  queryKey: [...groupsKey, 'names'],
  queryFn: ({ signal }) => ask<string[]>('/api/group', { signal }),
  staleTime: 60_000,
});

/** The groups that `auto` stands for. With none, nobody may be given it. */
export const autoGroupsQuery = queryOptions({
  queryKey: [...groupsKey, 'auto'],
  queryFn: ({ signal }) => ask<string[]>('/api/group/auto', { signal }),
  staleTime: 60_000,
});

/** What users pay in a group, against the price, and how many use it. */
export interface GroupDetails {
  name: string;
  /** An exact decimal. */
  ratio: string;
  /** Models with a ratio of their own. */
  models: Record<string, string>;
  users: number;
  keys: number;
  channels: number;
  from_config: boolean;
}

export const groupsQuery = queryOptions({
  queryKey: [...groupsKey, 'details'],
  queryFn: ({ signal }) => ask<GroupDetails[]>('/api/group/details', { signal }),
});

/** A group as it is now. */
export async function readGroup(name: string): Promise<GroupDetails> {
  const groups = await ask<GroupDetails[]>('/api/group/details');
  const found = groups.find((group) => group.name === name);
  if (!found) throw new ApiError('missing', 'There is no such group.');
  return found;
}

/** What is left out of a group that is there stays. */
export interface GroupChanges {
  name: string;
  ratio?: string;
  models?: Record<string, string>;
}

/** Whether there is one of this name: putting another would change it. */
export async function hasGroup(name: string): Promise<boolean> {
  return (await ask<string[]>('/api/group')).includes(name);
}

export function putGroup(changes: GroupChanges): Promise<void> {
  return ask('/api/group', { method: 'PUT', body: changes });
}

export function deleteGroup(name: string): Promise<void> {
  return ask(`/api/group/${encodeURIComponent(name)}`, { method: 'DELETE' });
}
