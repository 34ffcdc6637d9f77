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
import { sinceOf } from '../../ui/time-range.ts';

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
  const filter: TaskFilter = {
    family,
    status,
    task,
    model,
    username: scope === 'all' ? username : '',
    since: sinceOf(range),
  };
  const clear = (): void => change({ ...defaults, scope: read.scope, family: read.family });
  return { scope, filter, state: { ...state, scope }, change, clear };
}
