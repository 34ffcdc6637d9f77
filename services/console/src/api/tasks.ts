import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { LongListPage } from './list-page.ts';
import { pathIn, type Scope } from './scope.ts';
import type { Since } from './since.ts';

export const taskStatuses = ['queued', 'processing', 'succeeded', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Tasks of the /mj/ family, or all others. */
export const taskFamilies = ['task', 'mj'] as const;
export type TaskFamily = (typeof taskFamilies)[number];

export interface TaskRecord {
  task_id: string;
  request_id: string;
  /** The kind of route that it came by. */
  platform: string;
  action: string;
  model_name: string;
  username: string;
  token_name: string;
  group: string;
  status: TaskStatus;
  /** Per cent. */
  progress: number;
  /** Quota units that are held for it, or were. */
  quota: number;
  /** Unix seconds; 0 for what has not been yet. */
  created_at: number;
  submit_time: number;
  finish_time: number;
  fail_code: string;
  fail_reason: string;
  media: { kind: string; url: string }[];
  /** Whose it is sees it alone. */
  prompt?: string;
  /** For administrators alone. */
  channel_name?: string;
}

export interface TaskFilter {
  family: TaskFamily;
  status: TaskStatus | '';
  /** The id of one; empty: all. */
  task: string;
  model: string;
  username: string;
  since: Since;
}

/** What a task costs: nothing where it failed, and what was held for it was given back. */
export function costOf({ status, quota }: Pick<TaskRecord, 'status' | 'quota'>): number {
  return status === 'failed' ? 0 : quota;
}

const pageSize = 20;
const lookAgainMs = 4_000;

/** A page of tasks; looked at again while some of it are being made and somebody looks. */
export function tasksQuery(
  scope: Scope,
  { family, status, task, model, username, since }: TaskFilter,
  cursor: string,
) {
  return queryOptions({
    queryKey: ['tasks', scope, family, status, task, model, username, since.name, cursor],
    queryFn: ({ signal }) =>
      ask<LongListPage<TaskRecord>>(pathIn(scope, `/api/${family}`), {
        query: {
          status,
          task_id: task,
          model_name: model,
          username,
          start_timestamp: since.from(),
          cursor,
          page_size: pageSize,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) =>
      !error && data?.items.some(isOpen) ? lookAgainMs : false,
  });
}

/** A task of one's own. */
export function ownTaskQuery(id: string) {
  return queryOptions({
    queryKey: ['tasks', 'own', id],
    queryFn: async ({ signal }) =>
      (await ask<LongListPage<TaskRecord>>('/api/task/self', { query: { task_id: id }, signal })).items[0] ??
      null,
  });
}

export function isOpen({ status }: Pick<TaskRecord, 'status'>): boolean {
  return status === 'queued' || status === 'processing';
}

/** How long a task took, or has taken by now. */
export function secondsOf(
  task: Pick<TaskRecord, 'created_at' | 'finish_time'>,
  nowMs: number = Date.now(),
): number {
  const end = task.finish_time || Math.floor(nowMs / 1_000);
  return Math.max(0, end - task.created_at);
}
