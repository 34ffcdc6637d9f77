import { useMemo } from 'react';
import type { Scope } from '../../api/scope.ts';
import {
  type TaskFamily,
  type TaskFilter,
  type TaskStatus,
  taskFamilies,
  taskStatuses,
} from '../../api/tasks.ts';
import { hasRole } from '../../api/user.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { useCurrentUser } from '../../ui/current-user.ts';
import { boundsOf } from '../../ui/time-range.ts';

const defaults = {
  scope: 'self',
  range: 'month',
  family: 'task',
  status: '',
  task: '',
  model: '',
  username: '',
};

export const taskRanges = ['hour', 'day', 'week', 'month', 'quarter', 'all'] as const;
export type TaskRange = (typeof taskRanges)[number];

const choices = { scope: ['self', 'all'], range: taskRanges, family: taskFamilies, status: taskStatuses };

/** The filters as they stand in the address. */
export interface TaskState {
  scope: Scope;
  range: TaskRange;
  family: TaskFamily;
  status: TaskStatus | '';
  task: string;
  model: string;
  username: string;
}

export function useTaskFilter() {
  const [read, change] = useUrlState(defaults, choices);
  const isAdmin = hasRole(useCurrentUser(), 'admin');
  const state = read as TaskState;
  const { range, family, status, task, model, username } = state;
  const scope: Scope = isAdmin ? state.scope : 'self';
  const filter = useMemo((): TaskFilter => {
    const from = range === 'all' ? 0 : boundsOf(range).from;
    return { family, status, task, model, username: scope === 'all' ? username : '', from };
  }, [scope, range, family, status, task, model, username]);
  const clear = (): void => change({ ...defaults, scope: read.scope, family: read.family });
  return { scope, filter, state: { ...state, scope }, change, clear };
}
