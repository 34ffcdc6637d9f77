import { NativeSelect } from '@mantine/core';
import { taskFamilies, taskStatuses } from '../../api/tasks.ts';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { Filters } from '../../table/filters.tsx';
import { SelectFilter } from '../../table/select-filter.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { ranges } from '../../ui/time-range.ts';
import { useWords } from '../../words/use-words.ts';
import { type TaskState, taskRanges } from './use-task-filter.ts';

export function TaskFilters({
  state,
  change,
  clear,
}: {
  state: TaskState;
  change: (changes: Partial<TaskState>) => void;
  clear: () => void;
}) {
  const { t } = useWords();
  const { scope, range, family, status, task, model, username } = state;
  const isFiltered = [status, task, model, username].some((value) => value !== '');
  return (
    <Filters label={t('tasks.filters')}>
      <NativeSelect
        size="xs"
        aria-label={t('tasks.family')}
        value={family}
        onChange={({ currentTarget }) =>
          change({ family: taskFamilies.find((name) => name === currentTarget.value) })
        }
        data={taskFamilies.map((name) => ({ value: name, label: t(`tasks.families.${name}`) }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('range.label')}
        value={range}
        onChange={({ currentTarget }) =>
          change({ range: taskRanges.find((name) => name === currentTarget.value) })
        }
        data={taskRanges.map((name) => ({
          value: name,
          label: t(name === 'all' ? 'range.all' : ranges[name].word),
        }))}
      />
      <SelectFilter
        label={t('tasks.status')}
        any={t('tasks.anyStatus')}
        value={status}
        onChange={(next) => change({ status: next })}
        choices={taskStatuses.map((name) => ({ value: name, label: t(`tasks.statuses.${name}`) }))}
      />
      <TextFilter label={t('tasks.model')} value={model} onChange={(next) => change({ model: next })} />
      {scope === 'all' && (
        <TextFilter
          label={t('tasks.user')}
          value={username}
          onChange={(next) => change({ username: next })}
        />
      )}
      <TextFilter
        label={t('tasks.taskId')}
        value={task}
        // Whoever has the id of a task need not know when it was.
        onChange={(next) => change({ task: next, ...(next !== '' && { range: 'all' as const }) })}
      />
      {isFiltered && <ClearFilters clear={clear} />}
    </Filters>
  );
}
