import { Group } from '@mantine/core';
import type { Scope } from '../../api/scope.ts';
import { costOf, secondsOf, type TaskRecord } from '../../api/tasks.ts';
import type { Column } from '../../table/column.ts';
import { useWords } from '../../words/use-words.ts';
import { TaskProgress } from './task-progress.tsx';
import { TaskTag } from './task-tag.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** The columns; administrators who look at everybody's see whose a task is, and who serves it. */
export function useTaskColumns(scope: Scope): Column<TaskRecord>[] {
  const { t, format } = useWords();
  const columns: (Column<TaskRecord> & { isIn?: Scope })[] = [
    { id: 'time', label: t('tasks.time'), inCard: 'start', show: ({ created_at: at }) => format.time(at) },
    {
      id: 'status',
      label: t('tasks.status'),
      inCard: 'end',
      show: (task) => (
        <Group gap="sm" wrap="nowrap">
          <TaskTag status={task.status} />
          <TaskProgress task={task} />
        </Group>
      ),
    },
    {
      id: 'model',
      label: t('tasks.model'),
      isName: true,
      share: 22,
      inCard: 'start',
      show: ({ model_name: model }) => model,
    },
    {
      id: 'user',
      label: t('tasks.user'),
      isIn: 'all',
      share: 12,
      inCard: 'start',
      show: ({ username }) => username,
    },
    {
      id: 'channel',
      label: t('tasks.channel'),
      isIn: 'all',
      isMinor: true,
      share: 12,
      inCard: 'hidden',
      show: (task) => task.channel_name,
    },
    {
      id: 'prompt',
      label: t('tasks.prompt'),
      isIn: 'self',
      share: 34,
      inCard: 'hidden',
      show: ({ prompt = '' }) => prompt,
    },
    { id: 'result', label: t('tasks.result'), inCard: 'hidden', show: (task) => <Thumbnail task={task} /> },
    {
      id: 'duration',
      label: t('tasks.duration'),
      isNumeric: true,
      inCard: 'end',
      show: (task) => format.duration(secondsOf(task) * 1_000),
    },
    {
      id: 'cost',
      label: t('tasks.cost'),
      isNumeric: true,
      inCard: 'end',
      show: (task) => format.quota(costOf(task)),
    },
  ];
  return columns.filter(({ isIn }) => isIn === undefined || isIn === scope);
}
